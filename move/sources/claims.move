/// Who of a round has claimed. A launchpad keeps a `Claims` in an object of its own and calls `claim` in its
/// mint; see example/booster_mint.move.
module round_claims::claims;

use round_claims::proof;

/// The list with this root does not say that of this wallet.
const ENotInList: u64 = 0;
/// This wallet has claimed already.
const EAlreadyClaimed: u64 = 1;
/// A root has 32 bytes.
const EBadRoot: u64 = 2;
/// One bit for each wallet has to fit an object.
const EListTooLong: u64 = 3;

const MOST_LEAVES: u64 = 1_000_000;
const BITS: u64 = 64;

public struct Claims has store {
    root: vector<u8>,
    leaves: u64,
    /// One bit for each place of the list: 1 once it is claimed.
    used: vector<u64>,
}

/// Root and number of wallets as the round was published with.
public fun new(root: vector<u8>, leaves: u64): Claims {
    assert!(root.length() == 32, EBadRoot);
    assert!(leaves <= MOST_LEAVES, EListTooLong);
    let mut used = vector[];
    let words = (leaves + BITS - 1) / BITS;
    while (used.length() < words) used.push_back(0);
    Claims { root, leaves, used }
}

/// Uses the place of `account` up and answers its entries; aborts when the proof is wrong or it was used before.
/// The caller makes sure that `account` asks for it: `ctx.sender()`.
/// `cards`: hash of its cards. `index`: its place. `path`: the proof. All as the server answers them.
public fun claim(
    claims: &mut Claims,
    account: address,
    entries: u64,
    cards: vector<u8>,
    index: u64,
    path: vector<vector<u8>>,
): u64 {
    let leaf = proof::new_leaf(account, entries, cards);
    assert!(proof::proves(&claims.root, claims.leaves, index, &leaf, &path), ENotInList);
    assert!(!is_claimed(claims, index), EAlreadyClaimed);
    let word = &mut claims.used[index / BITS];
    *word = *word | bit(index);
    entries
}

/// Whether this place of the list has been claimed; false for one that the list does not have.
public fun is_claimed(claims: &Claims, index: u64): bool {
    index < claims.leaves && claims.used[index / BITS] & bit(index) != 0
}

/// For a mint that is over.
public fun destroy(claims: Claims) {
    let Claims { root: _, leaves: _, used: _ } = claims;
}

fun bit(index: u64): u64 {
    1 << ((index % BITS) as u8)
}
