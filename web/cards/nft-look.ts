/** How a held card is drawn: its Ki, its type line and its marks (H1). */
import type { Nft } from '#contract/cards.ts';
import { GENESIS_CARDS } from '#rules/genesis.ts';
import { kiOf } from './ki.ts';

/** Editions of a genesis card bear its name, often with a number behind it. */
export function nftLook({ name, isListed, isLocked }: Nft) {
  const genesis = GENESIS_CARDS.find((card) =>
    name.toLowerCase().startsWith(card.name.toLowerCase()),
  );
  const number = /#\s*(\d+)\s*$/.exec(name);
  return {
    name: genesis === undefined ? name : genesis.name,
    type: genesis?.type,
    edition: genesis === undefined || number === null ? undefined : `#${number[1]}`,
    ki: kiOf(name),
    isListed,
    isLocked,
  };
}
