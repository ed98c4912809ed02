/** The deck as the table shows it: each battle card with its key art and its Ki. */
import { type BattleCard, DECK } from '#rules/battle/deck.ts';
import type { Ki } from '#rules/genesis.ts';
import { GENESIS_CARDS } from '#rules/genesis.ts';
import type { CardLook } from '#web/cards/card-look.ts';
import { kiOf } from '#web/cards/ki.ts';
import { texts } from './texts.ts';

export type { BattleCard };

/** What one player put down. `null` in its place: the player missed the round. */
export interface Throw {
  /** Name of the card. */
  readonly card: string;
  readonly choice: BattleCard['move'];
}

export type Outcome = 'won' | 'lost' | 'tie';

export interface Scores {
  readonly yours: number;
  readonly theirs: number;
}

/** Wins, losses and ties of a player. */
export interface PlayerRecord {
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** The face of a battle card, its move shown (B1). An unknown name gets the placeholder. */
export function faceOf(name: string, move?: BattleCard['move']): CardLook {
  const genesis = GENESIS_CARDS.find((card) => card.name === name);
  return {
    name,
    ki: kiOf(genesis?.type ?? name),
    type: genesis?.type,
    imageUrl: genesis?.image,
    move: move ?? DECK.find((card) => card.name === name)?.move,
    edition: genesis && texts.edition(genesis.id, GENESIS_CARDS.length),
    isUrgent: true,
  };
}

/** The Ki a table wears for a picked card; `null` while nothing is picked. */
export function kiOfPick(name: string | null): Ki | null {
  return name === null ? null : faceOf(name).ki;
}

export type Fate = 'winner' | 'loser' | 'even';

/** What your outcome means for the card of a side. */
export function fateOf(side: 'you' | 'opponent', outcome: Outcome): Fate {
  if (outcome === 'tie') return 'even';
  return (outcome === 'won') === (side === 'you') ? 'winner' : 'loser';
}
