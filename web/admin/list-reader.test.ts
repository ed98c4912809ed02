import { expect, it } from 'vitest';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import { createListReader } from './list-reader.ts';

const PAGE = 3;
/** One more than the first page holds. */
const NEXT = PAGE + 1;
const entry = (n: number) => ({ id: String(n) }) as WhitelistEntry;
/** Registrations `from` down to 1. */
const down = (from: number) => Array.from({ length: from }, (_, index) => entry(from - index));

/** A server with registrations up to a number, which can be made to fail or to wait. */
function serving(newest: number) {
  const asked: string[] = [];
  const server = { newest, isDown: false, hold: null as Promise<void> | null, asked };
  const pageBefore = (before: number) => down(before - 1).slice(0, PAGE);
  const reader = createListReader(
    async (before) => {
      asked.push(before);
      await server.hold;
      if (server.isDown) throw new Error('down');
      return pageBefore(Number(before));
    },
    (page) => page.length < PAGE,
  );
  const ids = () => reader.state.get().entries.map(({ id }) => Number(id));
  return { server, reader, ids, first: () => pageBefore(server.newest + 1) };
}

it('reads down page by page to the end, and then asks no more', async () => {
  const { server, reader, ids, first } = serving(7);
  await reader.begin(first());
  expect(ids()).toEqual([7, 6, 5]);
  for (let depth = 4; depth < 12; depth += 1) await reader.readMore(depth);
  expect(ids()).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(reader.state.get()).toMatchObject({ isComplete: true, isReading: false });
  expect(server.asked).toEqual(['5', '2']);
});

it('is complete with a first page that is not full, or empty', async () => {
  for (const count of [0, 2]) {
    const { server, reader, first } = serving(count);
    await reader.begin(first());
    await reader.readMore(99);
    expect(reader.state.get()).toMatchObject({ isComplete: true, hasFailed: false });
    expect(server.asked).toEqual([]);
  }
});

it('reads one page at a time, however often it is asked', async () => {
  const { server, reader, first } = serving(9);
  await reader.begin(first());
  await Promise.all([reader.readMore(4), reader.readMore(4), reader.readMore(5)]);
  expect(server.asked).toEqual(['7']);
});

it('keeps what it has when a page does not come, and goes on from there', async () => {
  const { server, reader, ids, first } = serving(8);
  await reader.begin(first());
  server.isDown = true;
  await reader.readMore(NEXT);
  expect(reader.state.get()).toMatchObject({ hasFailed: true, isReading: false });
  expect(ids()).toEqual([8, 7, 6]);
  server.isDown = false;
  await reader.readMore(NEXT);
  expect(reader.state.get().hasFailed).toBe(false);
  expect(ids()).toEqual([8, 7, 6, 5, 4, 3]);
});

it('a new first page is read as deep as the old one before anything changes', async () => {
  const { server, reader, ids, first } = serving(7);
  await reader.begin(first());
  await reader.readMore(NEXT);
  server.newest = 8;
  let release = (): void => {};
  server.hold = new Promise((done) => {
    release = done;
  });
  const again = reader.begin(first());
  expect(ids()).toEqual([7, 6, 5, 4, 3, 2]);
  expect(reader.state.get().isReading).toBe(true);
  release();
  await again;
  expect(ids()).toEqual([8, 7, 6, 5, 4, 3]);
});

it('a page that comes late for an older list is dropped', async () => {
  const { server, reader, ids, first } = serving(7);
  await reader.begin(first());
  let release = (): void => {};
  server.hold = new Promise((done) => {
    release = done;
  });
  const late = reader.readMore(NEXT);
  server.hold = null;
  server.newest = 9;
  await reader.begin(first());
  release();
  await late;
  expect(ids()).toEqual([9, 8, 7]);
});
