import { expect, it } from 'vitest';
import { canonicalAddress } from '#rules/address.ts';
import { createEventBus, type EventKind } from './event-bus.ts';

const wallet = canonicalAddress('0x1')!;
const settled = () => new Promise(setImmediate);

it('notifies every listener of that event, after publish has returned', async () => {
  const bus = createEventBus(() => {});
  const received: string[] = [];
  bus.subscribe('collector-changed', (event) => void received.push(`one ${event.wallet}`));
  bus.subscribe('collector-changed', (event) => void received.push(`two ${event.wallet}`));
  bus.subscribe('holdings-changed', () => void received.push('other'));
  bus.publish('collector-changed', { wallet });
  expect(received).toEqual([]);
  await settled();
  expect(received).toEqual([`one ${wallet}`, `two ${wallet}`]);
});

it('isolates the fault of one listener from the others and from the publisher', async () => {
  const faults: [unknown, EventKind][] = [];
  const bus = createEventBus((fault, kind) => faults.push([fault, kind]));
  let received = 0;
  const thrown = new Error('thrown');
  bus.subscribe('collector-changed', () => {
    throw thrown;
  });
  bus.subscribe('collector-changed', () => Promise.reject(thrown));
  bus.subscribe('collector-changed', () => {
    received += 1;
  });
  bus.publish('collector-changed', { wallet });
  await settled();
  expect(received).toBe(1);
  expect(faults).toEqual([
    [thrown, 'collector-changed'],
    [thrown, 'collector-changed'],
  ]);
});
