/** The pictures of the demo's cards, and which of its four IPFS gateways has which. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CHARACTERS } from '#rules/cast.ts';
import { GENESIS_CARDS } from '#rules/genesis.ts';
import { contentId } from './content-id.ts';
import type { WorldOptions } from './world.ts';

interface Picture {
  /** Such as `.svg`. */
  readonly extension: string;
  readonly bytes: Buffer;
  /** Names of the gateways that serve it. */
  readonly gateways: readonly string[];
}

export interface Pictures {
  /** By content id. */
  readonly all: ReadonlyMap<string, Picture>;
  /** Says for each card where its picture lies. */
  readonly links: Pick<WorldOptions, 'imageUrlOf' | 'passImageUrlOf'>;
}

/**
 * Every gateway has the genesis cards. The passes show the chain: the first lies at the first gateway alone,
 * the next at the second, and so on; after the last comes one that no gateway has.
 * @param folder where the art of the page lies
 */
export function collectPictures(folder: string, gateways: readonly string[]): Pictures {
  const all = new Map<string, Picture>();
  const add = (image: string, at: readonly string[]): string => {
    const file = path.join(folder, image);
    const bytes = existsSync(file) ? readFileSync(file) : Buffer.from(image);
    const cid = contentId(bytes);
    all.set(cid, { extension: path.extname(image), bytes, gateways: at });
    return `ipfs://${cid}`;
  };
  const genesis = new Map(GENESIS_CARDS.map(({ id, image }) => [id, add(image, gateways)]));
  const passes = CHARACTERS.map(({ image }, index) => {
    const only = index % (gateways.length + 1);
    return add(image, gateways.slice(only, only + 1));
  });
  return {
    all,
    links: {
      imageUrlOf: (id) => genesis.get(id) ?? '',
      passImageUrlOf: (number) => passes[(number - 1) % passes.length] ?? '',
    },
  };
}
