#[test_only]
module round_claims::claims_tests;

use round_claims::claims;
use round_claims::proof;
use round_claims::vectors::{Self, Vector};

/// Changes the lowest bit of one byte.
fun changed(bytes: vector<u8>, at: u64): vector<u8> {
    let mut other = bytes;
    let byte = &mut other[at];
    *byte = *byte ^ 1;
    other
}

/// Vectors of lists of more than one wallet have a path.
fun with_path(): Vector {
    let all = vectors::all();
    all[all.length() - 1]
}

#[test]
fun every_proof_of_the_server_is_accepted_once() {
    let all = vectors::all();
    assert!(all.length() > 15);
    let mut n = 0;
    while (n < all.length()) {
        let (root, leaves, index, account, entries, cards, path) = all[n].unpack();
        let mut claims = claims::new(root, leaves);
        assert!(!claims.is_claimed(index));
        assert!(claims.claim(account, entries, cards, index, path) == entries);
        let mut place = 0;
        while (place < leaves) {
            assert!(claims.is_claimed(place) == (place == index));
            place = place + 1;
        };
        claims.destroy();
        n = n + 1;
    }
}

#[test]
fun one_changed_bit_anywhere_proves_nothing() {
    let all = vectors::all();
    let mut n = 0;
    while (n < all.length()) {
        let (root, leaves, index, account, entries, cards, path) = all[n].unpack();
        let leaf = proof::new_leaf(account, entries, cards);
        assert!(proof::proves(&root, leaves, index, &leaf, &path));
        let mut at = 0;
        while (at < 32) {
            let other = proof::new_leaf(account, entries, changed(cards, at));
            assert!(!proof::proves(&root, leaves, index, &other, &path));
            assert!(!proof::proves(&changed(root, at), leaves, index, &leaf, &path));
            let mut step = 0;
            while (step < path.length()) {
                let mut other_path = path;
                let partner = &mut other_path[step];
                *partner = changed(*partner, at);
                assert!(!proof::proves(&root, leaves, index, &leaf, &other_path));
                step = step + 1;
            };
            at = at + 5;
        };
        n = n + 1;
    }
}

#[test]
fun another_wallet_entry_place_or_length_proves_nothing() {
    let all = vectors::all();
    let mut n = 0;
    while (n < all.length()) {
        let (root, leaves, index, account, entries, cards, path) = all[n].unpack();
        let leaf = proof::new_leaf(account, entries, cards);
        let other = proof::new_leaf(@0x1, entries, cards);
        assert!(!proof::proves(&root, leaves, index, &other, &path));
        let more = proof::new_leaf(account, entries + 1, cards);
        assert!(!proof::proves(&root, leaves, index, &more, &path));
        let mut place = 0;
        while (place < leaves + 2) {
            assert!(proof::proves(&root, leaves, place, &leaf, &path) == (place == index));
            place = place + 1;
        };
        assert!(!proof::proves(&root, leaves + 1, index, &leaf, &path));
        assert!(!proof::proves(&root, leaves * 2, index, &leaf, &path));
        let mut longer = path;
        longer.push_back(root);
        assert!(!proof::proves(&root, leaves, index, &leaf, &longer));
        if (path.length() > 0) {
            let mut shorter = path;
            shorter.pop_back();
            assert!(!proof::proves(&root, leaves, index, &leaf, &shorter));
        };
        n = n + 1;
    }
}

#[test, expected_failure(abort_code = claims::EAlreadyClaimed)]
fun the_same_place_is_not_used_twice() {
    let (root, leaves, index, account, entries, cards, path) = with_path().unpack();
    let mut claims = claims::new(root, leaves);
    claims.claim(account, entries, cards, index, path);
    claims.claim(account, entries, cards, index, path);
    abort 100
}

#[test, expected_failure(abort_code = claims::ENotInList)]
fun somebody_else_cannot_use_the_proof() {
    let (root, leaves, index, _, entries, cards, path) = with_path().unpack();
    let mut claims = claims::new(root, leaves);
    claims.claim(@0xBAD, entries, cards, index, path);
    abort 100
}

#[test, expected_failure(abort_code = claims::ENotInList)]
fun an_empty_list_lets_nobody_claim() {
    let (root, _, _, account, entries, cards, _) = with_path().unpack();
    let mut claims = claims::new(root, 0);
    claims.claim(account, entries, cards, 0, vector[]);
    abort 100
}

#[test, expected_failure(abort_code = claims::EBadRoot)]
fun a_root_has_32_bytes() {
    claims::new(x"00", 1).destroy();
}

#[test, expected_failure(abort_code = claims::EListTooLong)]
fun a_list_must_fit_an_object() {
    let (root, _, _, _, _, _, _) = with_path().unpack();
    claims::new(root, 1_000_001).destroy();
}
