/// The other natives; see vector.move.
module std::hash {
    public native fun sha3_256(data: vector<u8>): vector<u8>;
}

module std::bcs {
    public native fun to_bytes<MoveValue>(v: &MoveValue): vector<u8>;
}

/// The test runner looks for it.
#[test_only]
module std::unit_test {
    public fun poison() {}
}
