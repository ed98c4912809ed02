/// What the sources use of Move's standard library, declared for the tests: natives of the VM, and `append`.
/// A published package is built against the real one.
#[defines_primitive(vector)]
module std::vector;

#[bytecode_instruction]
public native fun length<Element>(v: &vector<Element>): u64;
#[syntax(index), bytecode_instruction]
public native fun borrow<Element>(v: &vector<Element>, i: u64): &Element;
#[syntax(index), bytecode_instruction]
public native fun borrow_mut<Element>(v: &mut vector<Element>, i: u64): &mut Element;
#[bytecode_instruction]
public native fun push_back<Element>(v: &mut vector<Element>, e: Element);
#[bytecode_instruction]
public native fun pop_back<Element>(v: &mut vector<Element>): Element;
#[bytecode_instruction]
public native fun swap<Element>(v: &mut vector<Element>, i: u64, j: u64);
#[bytecode_instruction]
public native fun destroy_empty<Element>(v: vector<Element>);

public fun append<Element>(lhs: &mut vector<Element>, mut other: vector<Element>) {
    let (mut front, mut back) = (0, other.length());
    while (front + 1 < back) {
        back = back - 1;
        other.swap(front, back);
        front = front + 1;
    };
    while (other.length() > 0) lhs.push_back(other.pop_back());
    other.destroy_empty();
}
