/// The proof of each wallet in the lists of move/vectors.txt.
#[test_only]
module round_claims::vectors;

public struct Vector has copy, drop {
    root: vector<u8>,
    leaves: u64,
    index: u64,
    account: address,
    entries: u64,
    cards: vector<u8>,
    path: vector<vector<u8>>,
}

public fun unpack(
    one: Vector,
): (vector<u8>, u64, u64, address, u64, vector<u8>, vector<vector<u8>>) {
    let Vector { root, leaves, index, account, entries, cards, path } = one;
    (root, leaves, index, account, entries, cards, path)
}

/// None, until move/claims.test.ts has put them there.
public fun all(): vector<Vector> {
    vector[]
}
