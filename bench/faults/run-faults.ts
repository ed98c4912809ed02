/** One fault from beginning to end: people at work, something breaks, is mended, and all is counted. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { countedUp, differences, shownBoard } from '#tests/support/battle-race.ts';
import type { Product } from '#tests/support/product.ts';
import { Book } from './book.ts';
import type { Crew } from './crew.ts';
import type { Trial } from './trial-client.ts';
import { type Excuses, Watch } from './watch.ts';

export interface Fault {
  readonly name: string;
  /** Breaks something, waits, and mends it; tells when it is mended. */
  readonly strike: (mended: () => void) => Promise<void>;
  readonly excuses?: Excuses;
  /** The servers are killed by the fault itself: their numbers change. */
  readonly kills?: boolean;
  /** A lie about somebody's cards that nothing gives away: it is believed until they are read again. */
  readonly believes?: boolean;
}

/** What a row of the table says. */
export interface Outcome {
  readonly name: string;
  readonly book: Book;
  readonly watch: Watch;
  /** Players who could open a lobby again, of all. */
  readonly free: string;
  readonly processes: string;
  readonly memoryMb: string;
  readonly wrong: readonly string[];
}

export interface Ground {
  readonly trial: Trial;
  readonly crew: Crew;
  readonly servers: readonly Product[];
}

/** People work for so long before it, and go on until each kind has written after it, in ms. */
const BEFORE_MS = 1_000;
const AFTER_MS = 1_500;
/** Whatever is not well by then after the end of the fault is stuck, in ms. */
const STUCK_MS = 60_000;
const NO_EXCUSE: Excuses = { server: false };

/** One after the other. */
export async function runFaults(ground: Ground, faults: readonly Fault[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const fault of faults) outcomes.push(await runFault(ground, fault));
  return outcomes;
}

async function runFault(ground: Ground, fault: Fault): Promise<Outcome> {
  const { trial, crew, servers } = ground;
  const watch = new Watch(fault.excuses ?? NO_EXCUSE);
  const book = new Book();
  const giveUp = new AbortController();
  trial.watch = watch;
  trial.signal = giveUp.signal;
  const before = servers.map(({ pid }) => pid);
  let isOver = false;
  const working = crew.work(book, () => isOver);
  await sleep(BEFORE_MS);
  watch.struck();
  await fault.strike(() => watch.mended());
  const stuck = setTimeout(() => giveUp.abort(new Error('stuck')), STUCK_MS);
  while (watch.backAfterMs === undefined && !giveUp.signal.aborted) await sleep(20);
  await sleep(AFTER_MS);
  isOver = true;
  await working;
  clearTimeout(stuck);

  const wrong = [...watch.complaints, ...book.wrong];
  if (fault.believes === true) book.believe('readings');
  for (const what of book.lost) wrong.push(`lost: ${what}`);
  if (book.missedRounds > 0) wrong.push(`${book.missedRounds} cards came too late for their round`);
  const free = await openLobbiesAgain(crew, wrong);
  const [anybody] = crew.fighters;
  wrong.push(...differences(await shownBoard(anybody!), countedUp(crew.matches)));
  const after = servers.map(({ pid }) => pid);
  const isSame = servers.every(({ pid }, index) => pid === before[index] && isAlive(pid));
  if (!isSame && fault.kills !== true) wrong.push(`server ${before} became ${after}`);
  return {
    name: fault.name,
    book,
    watch,
    free,
    wrong,
    processes: isSame ? 'same' : fault.kills === true ? 'killed' : 'DIED',
    memoryMb: servers.map(({ pid }) => megabytesOf(pid)).join(', '),
  };
}

/** Nobody is left in a match or a lobby: each opens one and closes it. */
async function openLobbiesAgain({ fighters }: Crew, wrong: string[]): Promise<string> {
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

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function megabytesOf(pid: number): string {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return String(Math.round(Number(kilobytes) / 1024));
}
