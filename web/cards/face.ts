/** What is printed on a held card, read from its name: the edition number, and the type of a genesis card. */
import { GENESIS_CARDS } from '#rules/genesis.ts';
import type { Ki } from '#rules/ki.ts';
import { kiOf } from './ki.ts';

export interface Face {
  readonly name: string;
  readonly type: string | undefined;
  readonly ki: Ki;
  /** '#42' */
  readonly edition: string | undefined;
}

export function faceOf(fullName: string): Face {
  const numbered = /^(.*\S)\s+(#\s?\d{1,9})$/u.exec(fullName.trim());
  const name = numbered?.[1] ?? fullName.trim();
  const genesis = GENESIS_CARDS.find((card) => card.name.toLowerCase() === name.toLowerCase());
  return { name, type: genesis?.type, ki: kiOf(fullName), edition: numbered?.[2] };
}
