import { describe, expect, it } from 'vitest';
import { createEventBus } from '#server/cluster/event-bus.ts';
import type { PublishStore } from './publish-store.ts';
import { createPublished } from './published.ts';

const ROUND = { id: 1, root: Buffer.alloc(32), leaves: 3 };
const LEAVES = 3;

/** A list of three portions, whose turns came to read of it, and how often it was read. */
function createFiles() {
  const turns: string[] = [];
  const reads = { count: 0 };
  const lines: PublishStore['lines'] = async (_round, last) => {
    reads.count += 1;
    const next = last + 1;
    const rows = next < LEAVES ? [{ index: next, line: `${next}` }] : [];
    return Object.assign(rows, { count: rows.length });
  };
  const published = createPublished({
    store: { lines } as PublishStore,
    rounds: { find: () => Promise.reject(new Error('not asked for')) },
    bus: createEventBus(() => {}),
  });
  /** What is told to this reader, who hangs up after so many portions. */
  async function tell(network: string, portions = Number.POSITIVE_INFINITY) {
    const told: string[] = [];
    const isGone = () => {
      turns.push(network);
      return told.length >= portions;
    };
    for await (const text of published.list(ROUND, { network, isGone })) told.push(text);
    return told.join('');
  }
  return { turns, reads, tell };
}

describe('the files of a frozen round', () => {
  it('are read for each network in turn, however many files one of them reads', async () => {
    const { turns, tell } = createFiles();
    const many = Array.from({ length: 20 }, () => tell('192.0.2.1'));
    expect(await tell('192.0.2.2')).toBe('0\n1\n2\n');
    // It is asked once more whether anything follows; the other network began, and had each turn between.
    expect(turns.lastIndexOf('192.0.2.2')).toBeLessThanOrEqual(2 * (LEAVES + 1));
    await Promise.all(many);
  });

  it('are not read on for one who hung up', async () => {
    const { reads, tell } = createFiles();
    expect(await tell('192.0.2.1', 0)).toBe('');
    expect(reads.count).toBe(0);
    expect(await tell('192.0.2.1', 2)).toBe('0\n1\n');
    expect(reads.count).toBe(2);
  });
});
