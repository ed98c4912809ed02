/** Runs one fault: puts load on the product, breaks something, repairs it, and counts the damage. */

import { setTimeout as sleep } from 'node:timers/promises';
import { countedUp, differences, shownBoard } from '#tests/support/battle-race.ts';
import { isAlive } from '#tests/support/private-database.ts';
import type { Product } from '#tests/support/product.ts';
import { residentMegabytes } from '../figures.ts';
import { AcceptedWrites } from './accepted-writes.ts';
import type { Load } from './load.ts';
import { Monitor } from './monitor.ts';
import type { Trial } from './retrying-client.ts';

export interface Fault {
  readonly name: string;
  /** Breaks something, waits, and repairs it. */
  readonly strike: () => Promise<void>;
  /** The server itself is killed or paused: calls may get no answer. */
  readonly silences?: boolean;
  /** The fault itself kills the servers, so their process ids change. */
  readonly kills?: boolean;
  /** A false answer that cannot be recognised. It is believed until the next reading. */
  readonly believes?: boolean;
}

/** Something is broken for a time, and repaired. */
export function outage(
  name: string,
  breaks: () => unknown,
  ms: number,
  repairs: () => unknown,
  more: Omit<Fault, 'name' | 'strike'> = {},
): Fault {
  return {
    name,
    ...more,
    async strike() {
      await breaks();
      await sleep(ms);
      await repairs();
    },
  };
}

export interface Outcome {
  readonly name: string;
  readonly writes: AcceptedWrites;
  readonly monitor: Monitor;
  /** How many players could open a lobby again. */
  readonly free: string;
  readonly processes: string;
  readonly memoryMb: string;
  readonly wrong: readonly string[];
}

export interface FaultFixture {
  readonly trial: Trial;
  readonly load: Load;
  readonly servers: readonly Product[];
}

/** Load before the fault, and after the recovery, in ms. */
const BEFORE_MS = 1_000;
const AFTER_MS = 1_500;
/** Longest recovery after the fault, in ms. */
const STUCK_MS = 60_000;

export async function runFaults(
  fixture: FaultFixture,
  faults: readonly Fault[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const fault of faults) outcomes.push(await runFault(fixture, fault));
  return outcomes;
}

async function runFault(fixture: FaultFixture, fault: Fault): Promise<Outcome> {
  const { trial, load, servers } = fixture;
  const monitor = new Monitor(fault.silences === true);
  const writes = new AcceptedWrites();
  const giveUp = new AbortController();
  trial.monitor = monitor;
  trial.signal = giveUp.signal;
  const before = servers.map(({ pid }) => pid);
  let isOver = false;
  const working = load.work(writes, () => isOver);
  await sleep(BEFORE_MS);
  monitor.struck();
  await fault.strike();
  monitor.repaired();
  const stuck = setTimeout(() => giveUp.abort(new Error('stuck')), STUCK_MS);
  while (monitor.backAfterMs === undefined && !giveUp.signal.aborted) await sleep(20);
  await sleep(AFTER_MS);
  isOver = true;
  await working;
  clearTimeout(stuck);

  const wrong = [...monitor.violations, ...writes.wrong];
  if (fault.believes === true) writes.believeReadings();
  for (const what of writes.lost) wrong.push(`lost: ${what}`);
  if (writes.missedRounds > 0)
    wrong.push(`${writes.missedRounds} cards came too late for their round`);
  const free = await openLobbiesAgain(load, wrong);
  const [anybody] = load.fighters;
  wrong.push(...differences(await shownBoard(anybody!), countedUp(load.matches)));
  const after = servers.map(({ pid }) => pid);
  const isSame = servers.every(({ pid }, index) => pid === before[index] && isAlive(pid));
  if (!isSame && fault.kills !== true) wrong.push(`server ${before} became ${after}`);
  return {
    name: fault.name,
    writes,
    monitor,
    free,
    wrong,
    processes: isSame ? 'same' : fault.kills === true ? 'killed' : 'DIED',
    memoryMb: servers.map(({ pid }) => residentMegabytes(pid)).join(', '),
  };
}

/** Each player opens and closes a lobby: nobody is left in a match or lobby. */
async function openLobbiesAgain({ fighters }: Load, wrong: string[]): Promise<string> {
  let free = 0;
  for (const fighter of fighters) {
    try {
      const { id } = await fighter.openLobby('Am I free?');
      const body = { walletAddress: fighter.wallet };
      await fighter.client.call('POST /api/game/lobbies/{id}/leave', { params: { id }, body });
      free += 1;
    } catch (error) {
      wrong.push(`stuck: ${(error as Error).message}`);
    }
  }
  return `${free} of ${fighters.length}`;
}
