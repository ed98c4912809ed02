/** The node hangs, refuses, talks rubbish, and lies. */
import { setTimeout as sleep } from 'node:timers/promises';
import { mintMany } from '#demo/world.ts';
import type { Fault as NodeFault } from '#tests/sui-node/faults.ts';
import { type Lie, type LyingNode, startLyingNode } from '#tests/support/lying-node.ts';
import { openGround } from './ground.ts';
import { type Fault, type Outcome, runFaults } from './run-faults.ts';

const HANGS_MS = 10_000;
const FAULT_MS = 3_000;
const LIE_MS = 3_000;
/** Longer than the product leaves a wallet alone after a reading, in ms. */
const READ_AGAIN_AFTER_MS = 31_000;
const GIANT = 'A'.repeat(64 * 1024 * 1024);

const BROKEN: readonly (readonly [name: string, fault: NodeFault, ms: number])[] = [
  ['hangs for 10 s', { kind: 'hang' }, HANGS_MS],
  ['says 429', { kind: '429' }, FAULT_MS],
  ['502 in HTML', { kind: '502' }, FAULT_MS],
  ['200 in HTML', { kind: 'wrong-content-type' }, FAULT_MS],
  ['answers cut in half', { kind: 'cut-body' }, FAULT_MS],
];

const LIST = 'ListOwnedObjects';
const STRANGER = `0x${'5'.repeat(64)}`;

const LIES: readonly (readonly [name: string, ...lies: Lie[]])[] = [
  [
    "another wallet's objects",
    {
      method: LIST,
      asked: (request) => {
        request.owner = STRANGER;
      },
    },
  ],
  [
    'objects of another type',
    {
      method: LIST,
      answered: ({ objects }) => {
        for (const one of objects) one.objectType = `0x2::coin::Coin<0x2::sui::SUI>`;
      },
    },
  ],
  [
    'the same cursor for ever',
    {
      method: LIST,
      answered: (response) => {
        response.nextPageToken = Uint8Array.of(1);
      },
    },
  ],
  [
    'pages without an end',
    {
      method: LIST,
      asked: (request) => {
        request.pageToken = undefined;
      },
      answered: (response, _, page) => {
        response.nextPageToken = Buffer.from(`page ${page}`);
      },
    },
  ],
  [
    'ids that are none',
    {
      method: LIST,
      answered: ({ objects }) => {
        for (const one of objects) one.objectId = `0x${BigInt(one.objectId).toString(16)}F`;
      },
    },
  ],
  [
    'ids in capitals',
    {
      method: LIST,
      answered: ({ objects }) => {
        for (const one of objects) one.objectId = `0x${one.objectId.slice(2).toUpperCase()}`;
      },
    },
  ],
  [
    'a name of 64 MB',
    {
      method: LIST,
      answered: ({ objects }) => {
        const [one] = objects;
        if (one !== undefined) one.objectType = GIANT;
      },
    },
  ],
];

const HALF: Lie = {
  method: LIST,
  answered: ({ objects }) => void objects.splice(0, objects.length >> 1),
};

export async function chainFaults(): Promise<Outcome[]> {
  let liar: LyingNode | undefined;
  await using ground = await openGround({
    async suiUrl(node) {
      liar = await startLyingNode(node.url);
      return liar.url;
    },
  });
  const { node, crew } = ground;
  mintMany(node.ledger, STRANGER, 3);
  const tell = (name: string, ...lies: Lie[]): Fault => ({
    name: `chain lies: ${name}`,
    async strike(mended) {
      liar?.lie(...lies);
      await sleep(LIE_MS);
      liar?.lie();
      mended();
    },
  });
  const broken = BROKEN.map(
    ([name, fault, ms]): Fault => ({
      name: `chain: ${name}`,
      async strike(mended) {
        node.faults.set(fault);
        await sleep(ms);
        node.faults.clear();
        mended();
      },
    }),
  );
  try {
    const half = { ...tell('half of the objects, and no word of it', HALF), believes: true };
    const outcomes = await runFaults(ground, [half]);
    const believedAt = performance.now();
    const lies = LIES.map(([name, ...told]) => tell(name, ...told));
    outcomes.push(...(await runFaults(ground, [...broken, ...lies])));
    await sleep(Math.max(0, believedAt + READ_AGAIN_AFTER_MS - performance.now()));
    const again = await crew.readAgain();
    console.log(
      `  chain lies, once it is honest: ${again} of those who were lied about read right`,
    );
    return outcomes;
  } finally {
    await liar?.close();
  }
}
