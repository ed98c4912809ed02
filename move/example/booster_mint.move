/// How a launchpad's mint uses the list of a round. Not part of the package: it needs Sui's framework (objects,
/// the sender), which no test here can run; the tests compile it against sui-interface/.
module round_claims::booster_mint;

use round_claims::claims::{Self, Claims};
use sui::object::{Self, UID};
use sui::transfer;
use sui::tx_context::{Self, TxContext};

/// Shared by whoever publishes the mint, with the root of the round.
public struct BoosterMint has key {
    id: UID,
    claims: Claims,
}

public struct Pack has key, store {
    id: UID,
}

/// Only whoever holds this can open a mint.
public struct MintCap has key, store {
    id: UID,
}

fun init(ctx: &mut TxContext) {
    transfer::public_transfer(MintCap { id: object::new(ctx) }, tx_context::sender(ctx));
}

public fun open(_: &MintCap, root: vector<u8>, leaves: u64, ctx: &mut TxContext) {
    transfer::share_object(BoosterMint { id: object::new(ctx), claims: claims::new(root, leaves) });
}

/// One pack for each entry of the sender; once.
public fun mint(
    mint: &mut BoosterMint,
    entries: u64,
    cards: vector<u8>,
    index: u64,
    path: vector<vector<u8>>,
    ctx: &mut TxContext,
) {
    let sender = tx_context::sender(ctx);
    let mut packs = claims::claim(&mut mint.claims, sender, entries, cards, index, path);
    while (packs > 0) {
        transfer::public_transfer(Pack { id: object::new(ctx) }, sender);
        packs = packs - 1;
    }
}
