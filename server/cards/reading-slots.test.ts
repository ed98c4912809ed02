import { beforeEach, describe, expect, it } from 'vitest';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { createReadingSlots, type Priority, type ReadingSlots } from './reading-slots.ts';

let clock: ManualClock;
let slots: ReadingSlots;
/** Running readings, in the order they began; ending one lets the next begin. */
let running: { readonly name: string; end(): void }[];
let refused: Record<string, unknown>;

beforeEach(() => {
  clock = new ManualClock();
  slots = createReadingSlots(clock);
  running = [];
  refused = {};
});

const nextTick = () => new Promise(setImmediate);

function read(priority: Priority, name: string) {
  const slot = slots.request(priority);
  const work = () => new Promise<void>((end) => running.push({ name, end }));
  slot.run(work).catch((fault: unknown) => {
    refused[name] = fault;
  });
  return slot;
}

async function fill(priority: Priority, count: number) {
  const all = Array.from({ length: count }, (_, at) => read(priority, `${priority} ${at}`));
  await nextTick();
  return all;
}

/** Ends the running readings one after another; returns the names of all, in the order they began. */
async function namesInOrder(): Promise<string[]> {
  const names: string[] = [];
  for (let one = running.shift(); one !== undefined; one = running.shift()) {
    names.push(one.name);
    one.end();
    await nextTick();
  }
  return names;
}

/** How many there are, and who comes first: tests/integration/reading-slots.test.ts. */
describe('the reading slots', () => {
  it('begin another stranger when a running one is raised to the priority of a user', async () => {
    const strangers = await fill('stranger', 5);
    strangers[0]!.raise('user');
    await nextTick();
    expect(running.at(-1)?.name).toBe('stranger 4');
  });

  it('refuse a request that waited too long', async () => {
    await fill('user', 12);
    read('stranger', 'stranger');
    read('background', 'background');
    read('user', 'user 12');
    await clock.advance(10_000);
    expect(refused).toEqual({ stranger: expect.objectContaining({ reason: 'too-many-requests' }) });
    await clock.advance(10_000);
    expect(refused.background).toBeInstanceOf(ChainUnreachableError);
    expect(refused['user 12']).toBeInstanceOf(ChainUnreachableError);
    expect(await namesInOrder()).toHaveLength(12);
  });

  it('refuse the last request of a queue that is full', async () => {
    await fill('user', 12);
    await fill('stranger', 1);
    await fill('background', 1_999);
    expect(Object.keys(refused)).toEqual([]);
    read('user', 'one more');
    await nextTick();
    expect(Object.keys(refused)).toEqual(['stranger 0']);
    read('stranger', 'too many');
    await nextTick();
    expect(Object.keys(refused)).toEqual(['stranger 0', 'too many']);
    expect((await namesInOrder()).at(12)).toBe('one more');
  });

  it('are freed when a reading fails', async () => {
    const failing = slots.request('stranger').run(() => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    await fill('stranger', 4);
    expect(running).toHaveLength(4);
  });
});
