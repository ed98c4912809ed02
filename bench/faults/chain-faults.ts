/** The node hangs, refuses, sends broken answers, and false ones. */
import { setTimeout as sleep } from 'node:timers/promises';
import { mintMany } from '#demo/world.ts';
import type { Fault as NodeFault } from '#tests/sui-node/faults.ts';
import { type Lie, type LyingNode, startLyingNode } from '#tests/support/lying-node.ts';
import { openFaultFixture } from './fault-fixture.ts';
import { type Outcome, outage, runFaults } from './run-faults.ts';

const HANGS_MS = 10_000;
const FAULT_MS = 3_000;
const LIE_MS = 3_000;
/** Longer than the time in which the product does not read a wallet again, in ms. */
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

type FalseAnswer = Omit<Lie, 'method'>;

/** Changes fields of each object in the answered list. */
const eachObject = (changes: (object: { objectId: string }) => object): FalseAnswer => ({
  answered({ objects }) {
    for (const one of objects) Object.assign(one, changes(one));
  },
});

const LIES: readonly (readonly [name: string, lie: FalseAnswer])[] = [
  ["another wallet's objects", { asked: (request) => Object.assign(request, { owner: STRANGER }) }],
  ['objects of another type', eachObject(() => ({ objectType: '0x2::coin::Coin<0x2::sui::SUI>' }))],
  [
    'the same cursor for ever',
    { answered: (response) => Object.assign(response, { nextPageToken: Uint8Array.of(1) }) },
  ],
  [
    'pages without an end',
    {
      asked: (request) => Object.assign(request, { pageToken: undefined }),
      answered: (response, _, page) =>
        Object.assign(response, { nextPageToken: Buffer.from(`page ${page}`) }),
    },
  ],
  [
    'ids that are none',
    eachObject(({ objectId }) => ({ objectId: `0x${BigInt(objectId).toString(16)}F` })),
  ],
  [
    'ids in capitals',
    eachObject(({ objectId }) => ({ objectId: `0x${objectId.slice(2).toUpperCase()}` })),
  ],
  [
    'a name of 64 MB',
    { answered: ({ objects }) => Object.assign(objects[0] ?? {}, { objectType: GIANT }) },
  ],
];

const HALF: Lie = {
  method: LIST,
  answered: ({ objects }) => void objects.splice(0, objects.length >> 1),
};

export async function chainFaults(): Promise<Outcome[]> {
  let liar: LyingNode | undefined;
  await using fixture = await openFaultFixture({
    async suiUrl(node) {
      liar = await startLyingNode(node.url);
      return liar.url;
    },
  });
  const { node, load } = fixture;
  mintMany(node.ledger, STRANGER, 3);
  const tell = (name: string, lie: Lie) =>
    outage(
      `chain lies: ${name}`,
      () => liar?.lie(lie),
      LIE_MS,
      () => liar?.lie(),
    );
  const broken = BROKEN.map(([name, fault, ms]) =>
    outage(
      `chain: ${name}`,
      () => node.faults.set(fault),
      ms,
      () => node.faults.clear(),
    ),
  );
  try {
    const half = { ...tell('half of the objects, and no word of it', HALF), believes: true };
    const outcomes = await runFaults(fixture, [half]);
    const believedAt = performance.now();
    const lies = LIES.map(([name, lie]) => tell(name, { method: LIST, ...lie }));
    outcomes.push(...(await runFaults(fixture, [...broken, ...lies])));
    await sleep(Math.max(0, believedAt + READ_AGAIN_AFTER_MS - performance.now()));
    const again = await load.readAgain();
    console.log(
      `  chain lies, once it is honest: ${again} of those who were lied about read right`,
    );
    return outcomes;
  } finally {
    await liar?.close();
  }
}
