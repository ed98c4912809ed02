import { expect, it } from 'vitest';
import { Door } from './house-door.ts';

const never = new AbortController().signal;
const turn = () => new Promise(setImmediate);

it('lets one in at a time, the lowest rank of those who wait first', async () => {
  const door = new Door();
  const inside: string[] = [];
  const enter = (name: string, rank: number) =>
    door.enter(rank, never).then(() => inside.push(name));
  await enter('first', 5);
  void enter('late', 3);
  void enter('later', 1);
  await turn();
  expect(inside).toEqual(['first']);
  door.leave();
  await turn();
  expect(inside).toEqual(['first', 'later']);
  door.leave();
  await turn();
  door.leave();
  await enter('again', 9);
  expect(inside).toEqual(['first', 'later', 'late', 'again']);
});

it('sends those who wait home at closing time', async () => {
  const door = new Door();
  const closing = new AbortController();
  await door.enter(0, closing.signal);
  const waiting = door.enter(1, closing.signal);
  closing.abort(new Error('closing'));
  await expect(waiting).rejects.toThrow('closing');
  await expect(door.enter(2, closing.signal)).rejects.toThrow('closing');
});
