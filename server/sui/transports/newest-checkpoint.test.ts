import { expect, it } from 'vitest';
import { TransportError } from '#server/sui/calls/failures.ts';
import { createNewestCheckpoint } from './newest-checkpoint.ts';

const MINUTE = 60_000;

/** An answer of a node that has come to this checkpoint at this moment, in ms. */
function createAnswers() {
  let now = 0;
  const refuseOlder = createNewestCheckpoint(() => now);
  return (height: string, at = now) => {
    now = at;
    refuseOlder(height);
  };
}

it('an answer of a node that is stuck is not believed once two others showed how far the chain is', () => {
  const answer = createAnswers();
  answer('1000');
  expect(() => answer('9001'), 'it catches up').not.toThrow();
  expect(() => answer('9000')).not.toThrow();
  expect(() => answer('8500'), 'seconds behind').not.toThrow();
  expect(() => answer('8499')).toThrow(TransportError);
  expect(() => answer('9001')).not.toThrow();
});

it('a height that a single answer tells shuts nobody out', () => {
  const answer = createAnswers();
  answer('9000');
  answer('99999999999');
  for (const height of ['9000', '9001', '9002']) expect(() => answer(height)).not.toThrow();
  expect(() => answer('8501')).toThrow(TransportError);
});

it('an answer that does not tell how far its node is, is believed', () => {
  const answer = createAnswers();
  answer('9000');
  for (const height of ['', 'many', '-1']) expect(() => answer(height)).not.toThrow();
});

it('a height that nobody reaches for ten minutes no longer counts: the node was set back, or it was never true', () => {
  const answer = createAnswers();
  answer('99999999999');
  answer('99999999999');
  expect(() => answer('9000', 10 * MINUTE)).toThrow(TransportError);
  expect(() => answer('9000', 10 * MINUTE + 1)).not.toThrow();
  expect(() => answer('9000')).not.toThrow();
  expect(() => answer('8000')).toThrow(TransportError);
});
