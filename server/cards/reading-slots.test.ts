import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '#server/cluster/clock.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import { createReadingSlots, type Priority, type ReadingSlots } from './reading-slots.ts';

let clock: ManualClock;
let slots: ReadingSlots;
/** Of those under way, in the order they began; ending one lets the next begin. */
let underWay: { readonly name: string; end(): void }[];
let refused: Record<string, unknown>;

beforeEach(() => {
  clock = new ManualClock();
  slots = createReadingSlots(clock);
  underWay = [];
  refused = {};
});

const turn = () => new Promise(setImmediate);

function read(priority: Priority, name: string) {
  const slot = slots.request(priority);
  const work = () => new Promise<void>((end) => underWay.push({ name, end }));
  slot.run(work).catch((fault: unknown) => {
    refused[name] = fault;
  });
  return slot;
}

async function fill(priority: Priority, count: number) {
  const all = Array.from({ length: count }, (_, at) => read(priority, `${priority} ${at}`));
  await turn();
  return all;
}

/** Ends those under way, one after another, until nobody is left: who began, in order. */
async function namesInOrder(): Promise<string[]> {
  const names: string[] = [];
  for (let one = underWay.shift(); one !== undefined; one = underWay.shift()) {
    names.push(one.name);
    one.end();
    await turn();
  }
  return names;
}

describe('the slots for readings', () => {
  it('keep four for people from everybody else, and eight from strangers', async () => {
    await fill('stranger', 20);
    expect(underWay).toHaveLength(4);
    await fill('background', 20);
    expect(underWay).toHaveLength(8);
    await fill('person', 20);
    expect(underWay).toHaveLength(12);
  });

  it('serve people first, then the background, then strangers, and all of them in the end', async () => {
    await fill('person', 12);
    read('stranger', 'late stranger');
    read('background', 'late background');
    read('person', 'late person');
    const names = await namesInOrder();
    expect(names.slice(12)).toEqual(['late person', 'late background', 'late stranger']);
  });

  it('serve whoever was joined by somebody more urgent as that one', async () => {
    await fill('person', 12);
    const strangers = await fill('stranger', 3);
    strangers[2]!.raise('person');
    await clock.advance(10_000); // as long as a stranger waits
    expect(Object.keys(refused)).toEqual(['stranger 0', 'stranger 1']);
    expect((await namesInOrder()).at(-1)).toBe('stranger 2');
  });

  it('make room for another stranger when one under way is joined by a person', async () => {
    const strangers = await fill('stranger', 5);
    strangers[0]!.raise('person');
    await turn();
    expect(underWay.at(-1)?.name).toBe('stranger 4');
  });

  it('are not waited for without end', async () => {
    await fill('person', 12);
    read('stranger', 'stranger');
    read('background', 'background');
    read('person', 'person 12');
    await clock.advance(10_000);
    expect(refused).toEqual({ stranger: expect.objectContaining({ reason: 'too-many-requests' }) });
    await clock.advance(10_000);
    expect(refused.background).toBeInstanceOf(ChainUnreachableError);
    expect(refused['person 12']).toBeInstanceOf(ChainUnreachableError);
    expect(await namesInOrder()).toHaveLength(12);
  });

  it('have a line with an end: who would be served last is refused', async () => {
    await fill('person', 12);
    await fill('stranger', 1);
    await fill('background', 1_999);
    expect(Object.keys(refused)).toEqual([]);
    read('person', 'one more');
    await turn();
    expect(Object.keys(refused)).toEqual(['stranger 0']);
    read('stranger', 'too many');
    await turn();
    expect(Object.keys(refused)).toEqual(['stranger 0', 'too many']);
    expect((await namesInOrder()).at(12)).toBe('one more');
  });

  it('are free again when a reading fails', async () => {
    const failing = slots.request('stranger').run(() => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    await fill('stranger', 4);
    expect(underWay).toHaveLength(4);
  });
});
