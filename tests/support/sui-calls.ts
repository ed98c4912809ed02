import { type Calls, createCalls } from '#server/sui/calls/calls.ts';
import { ManualClock } from './manual-clock.ts';

/** Calls that are tried once, of a node in this process: nothing goes over the network. */
export const createCallsOnce = (clock = new ManualClock({ skipsSleep: true })): Calls =>
  createCalls({
    chainFetch: { fetch, within: (_, work) => work() },
    clock,
    retry: { attempts: 1, firstWaitMs: 1, longestWaitMs: 1, random: () => 1 },
    requestMs: 1_000,
    callMs: 1_000,
    onRequest: undefined,
  });
