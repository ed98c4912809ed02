import { expect, it } from 'vitest';
import { canonicalAddress } from '#rules/address.ts';
import { createEventBus, type EventKind } from './event-bus.ts';

const wallet = canonicalAddress('0x1')!;
const settled = () => new Promise(setImmediate);

it('tells every listener of that event, after the publisher has gone on', async () => {
  const bus = createEventBus(() => {});
  const heard: string[] = [];
  bus.subscribe('collector-changed', (event) => void heard.push(`one ${event.wallet}`));
  bus.subscribe('collector-changed', (event) => void heard.push(`two ${event.wallet}`));
  bus.subscribe('holdings-changed', () => void heard.push('other'));
  bus.publish('collector-changed', { wallet });
  expect(heard).toEqual([]);
  await settled();
  expect(heard).toEqual([`one ${wallet}`, `two ${wallet}`]);
});

it('stops telling whoever stopped listening', async () => {
  const bus = createEventBus(() => {});
  let heard = 0;
  const stop = bus.subscribe('collector-changed', () => {
    heard += 1;
  });
  bus.publish('collector-changed', { wallet });
  await settled();
  stop();
  bus.publish('collector-changed', { wallet });
  await settled();
  expect(heard).toBe(1);
});

it('keeps the fault of one listener from the others and from the publisher', async () => {
  const faults: [unknown, EventKind][] = [];
  const bus = createEventBus((fault, kind) => faults.push([fault, kind]));
  let heard = 0;
  const thrown = new Error('thrown');
  bus.subscribe('collector-changed', () => {
    throw thrown;
  });
  bus.subscribe('collector-changed', () => Promise.reject(thrown));
  bus.subscribe('collector-changed', () => {
    heard += 1;
  });
  bus.publish('collector-changed', { wallet });
  await settled();
  expect(heard).toBe(1);
  expect(faults).toEqual([
    [thrown, 'collector-changed'],
    [thrown, 'collector-changed'],
  ]);
});
