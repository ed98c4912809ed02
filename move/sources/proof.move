/// Whether a wallet stands in the frozen list of a round: a proof against the root of that list.
/// The tree is the one of RFC 9162, with SHA3-256; docs/round-list.md describes every byte.
module round_claims::proof;

use std::bcs;
use std::hash;

/// First bytes of what is hashed: no hash can pass as one of another kind.
const LEAF: u8 = 0;
const NODE: u8 = 1;
const ROOT: u8 = 2;

/// Longest path: a list of 2^32 wallets.
const LONGEST_PATH: u64 = 32;

/// What the list says of one wallet. `cards` is the hash of its card ids.
public struct Leaf has copy, drop {
    account: address,
    entries: u64,
    cards: vector<u8>,
}

public fun new_leaf(account: address, entries: u64, cards: vector<u8>): Leaf {
    Leaf { account, entries, cards }
}

/// Whether `leaf` stands at this place, counted from 0, of the list of `leaves` wallets with this root.
public fun proves(
    root: &vector<u8>,
    leaves: u64,
    index: u64,
    leaf: &Leaf,
    path: &vector<vector<u8>>,
): bool {
    let steps = path.length();
    if (index >= leaves || steps > LONGEST_PATH) return false;
    let mut at = index;
    let mut last = leaves - 1;
    let mut top = tagged(LEAF, bcs::to_bytes(leaf));
    let mut step = 0;
    while (step < steps) {
        if (last == 0) return false;
        let partner = path[step];
        if (at % 2 == 1 || at == last) {
            top = node(partner, top);
            // It had no partner on these levels, and went up as it was. `at` is not 0 here.
            while (at % 2 == 0) {
                at = at / 2;
                last = last / 2;
            }
        } else {
            top = node(top, partner);
        };
        at = at / 2;
        last = last / 2;
        step = step + 1;
    };
    last == 0 && root_of(leaves, top) == *root
}

fun node(left: vector<u8>, right: vector<u8>): vector<u8> {
    let mut both = left;
    both.append(right);
    tagged(NODE, both)
}

/// The root also covers how many leaves there are, so that a leaf has one place only.
fun root_of(leaves: u64, top: vector<u8>): vector<u8> {
    let mut bytes = bcs::to_bytes(&leaves);
    bytes.append(top);
    tagged(ROOT, bytes)
}

fun tagged(kind: u8, bytes: vector<u8>): vector<u8> {
    let mut tagged = vector[kind];
    tagged.append(bytes);
    hash::sha3_256(tagged)
}
