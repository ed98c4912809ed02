/**
 * The server is killed repeatedly while matches are played: no accepted play may be lost.
 * `npm run bench -- kills` does it two hundred times.
 */
import { describe, expect, it } from 'vitest';
import { Client } from '#demo/client.ts';
import { personaKeypair } from '#demo/keys.ts';
import { HOLDERS } from '#demo/personas.ts';
import { createDemoWorld, DEMO_CARD_TYPE } from '#demo/world.ts';
import { startTestNode } from '#tests/sui-node/test-node.ts';
import { playThroughKills } from '#tests/support/battle-kills.ts';
import { Fighter } from '#tests/support/battle-product.ts';
import { countedUp, shownBoard } from '#tests/support/battle-race.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { makeDataFolder } from '#tests/support/postgres.ts';
import { startProduct } from '#tests/support/product.ts';

const PAIRS = 8;
const MATCHES_EACH = 5;
const KILLS = 3;
/** Starting a server again takes a busy machine its time. */
const BUSY_MS = 240_000;

const node = await forThisFile(startTestNode({ ledger: createDemoWorld() }));
const product = await forThisFile(
  startProduct({
    dataDir: makeDataFolder(),
    env: {
      COLLECTION_TYPES: DEMO_CARD_TYPE,
      SUI_URL: node.url,
      LOG_LEVEL: 'silent',
      RATE_LIMIT_FACTOR: '1000',
    },
  }),
);

describe('a server that is killed again and again', () => {
  it(
    'counts every accepted card once, ends every match, and shows the board that the matches make',
    async () => {
      const fighters = await Promise.all(
        HOLDERS.slice(0, PAIRS * 2).map(async ({ name }) => {
          const signer = personaKeypair(name);
          const fighter = new Fighter(new Client({ origin: product.url, signer }));
          await fighter.client.signIn();
          return fighter;
        }),
      );
      const pairs = Array.from({ length: PAIRS }, (_, pair) => {
        return [fighters[pair * 2]!, fighters[pair * 2 + 1]!] as const;
      });
      const { matches, accepted, kills, lost } = await playThroughKills(product, pairs, {
        matchesEach: MATCHES_EACH,
        kills: KILLS,
        cardsBetween: [5, 70],
      });
      console.log(
        `${matches.length} matches, ${accepted} accepted cards, ${kills} kills: ${lost.length} lost`,
      );
      expect(lost).toEqual([]);
      expect(matches).toHaveLength(PAIRS * MATCHES_EACH);
      expect(await shownBoard(fighters[0]!)).toEqual(countedUp(matches));
    },
    BUSY_MS,
  );
});
