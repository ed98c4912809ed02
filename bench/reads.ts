/**
 * The polled reads against a bare node:http server with the same bytes, alternating in the same run, so that other
 * load affects both.
 */
import path from 'node:path';
import { inParallel } from '#server/jobs/in-parallel.ts';
import { signedIn } from '#tests/support/people.ts';
import type { Recorded } from './bare-server.ts';
import { median, printTable, rounded, serverCpuSeconds } from './figures.ts';
import { type Fixture, openFixture, personName, playerNamed, visitor } from './fixture.ts';
import { hammer } from './hammer.ts';
import { type MeasuredProcess, startMeasured } from './measured-process.ts';

const PEOPLE = 120;
const CARDS_EACH = 10;
const LOBBIES = 20;
const CONNECTIONS = 32;
/** Number and length of the alternating measurements. */
const TURNS = 5;
const TURN_SECONDS = 2;
/** Until V8 has compiled what a server that runs for hours runs; on a slow machine a second is too short. */
const WARM_UP_SECONDS = 4;
/** The required share of the bare server's speed. */
const WANTED = 0.5;

interface Read {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A product in use: names, whitelist entries, games, open lobbies and a live match. */
async function furnish(fixture: Fixture, signal: AbortSignal): Promise<Read[]> {
  const indices = Array.from({ length: PEOPLE }, (_, index) => index);
  await inParallel(indices, 8, async (index) => {
    const client = await signedIn(fixture.url, personName(index));
    await client.sync();
    await client.rename(`Collector ${index}`);
    const cards = await client.cards();
    await client.register(cards.map(({ id }) => id));
  });
  // A socket keeps the lobby's creator present; else it would close.
  const players = indices.map((index) =>
    playerNamed(fixture, index, { signal, usesSocket: index < LOBBIES }),
  );
  await inParallel(players, 8, (player) => player.start());
  const pairs = indices.filter((index) => index % 2 === 0);
  await inParallel(pairs, 8, async (index) => {
    const [one, two] = [players[index]!, players[index + 1]!];
    const { id } = await two.join((await one.calls.openLobby('Bench')).id);
    for (const player of [one, two]) if (player.live()) await player.calls.leave(id);
  });
  await inParallel(players.slice(0, LOBBIES), 8, ({ calls }) => calls.openLobby('Come and play'));
  const [one, two] = [players[LOBBIES]!, players[LOBBIES + 1]!];
  // A finished match, so that it does not change; a live one has the same row and shape.
  const match = await two.join((await one.calls.openLobby('Bench')).id);
  await Promise.all([one.playOut(match.id), two.playOut(match.id)]);
  const guest = await signedIn(fixture.url, personName(LOBBIES + 1));

  const session = { cookie: guest.cookie ?? '' };
  const own = `walletAddress=${two.wallet}`;
  return [
    { name: 'collectors leaderboard', path: '/api/leaderboard', headers: {} },
    { name: 'battle leaderboard', path: '/api/game/leaderboard', headers: {} },
    { name: 'lobbies', path: '/api/game/lobbies', headers: {} },
    { name: 'whitelist', path: '/api/booster-pack/whitelist', headers: {} },
    { name: 'match', path: `/api/game/matches/${match.id}?${own}`, headers: session },
    { name: 'own matches', path: `/api/game/matches?${own}`, headers: session },
  ];
}

/** Sends one answer to the bare server; returns its ETag. */
async function record(
  fixture: Fixture,
  bare: MeasuredProcess,
  { path, headers }: Read,
): Promise<string> {
  const response = await fetch(fixture.url + path, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  });
  const all = Object.fromEntries(response.headers);
  for (const own of ['connection', 'keep-alive', 'date', 'content-length']) delete all[own];
  const recorded: Recorded = { path, headers: all, body: await response.text() };
  await bare.ask({ record: recorded });
  return all.etag ?? '';
}

/** CPU of the answering process, in microseconds per request, and requests per second. */
async function turn(
  url: string,
  read: Read,
  cpu: () => Promise<number>,
  status: number,
  seconds = TURN_SECONDS,
) {
  const before = await cpu();
  const done = await hammer(url, read.path, {
    headers: read.headers,
    connections: CONNECTIONS,
    seconds,
  });
  const used = (await cpu()) - before;
  if (done.statuses.get(status) !== done.requests) {
    throw new Error(`${read.name}: not only ${status}: ${[...done.statuses]}`);
  }
  return { cpuUs: (used * 1e6) / done.requests, perSecond: done.requests / done.seconds };
}

export async function benchReads(): Promise<void> {
  await using fixture = await openFixture({ people: PEOPLE, cardsEach: CARDS_EACH });
  const bare = await startMeasured(path.join(import.meta.dirname, 'bare-server.ts'));
  const bareUrl = `http://127.0.0.1:${bare.port}`;
  const bareCpu = async () => (await bare.figures()).cpuSeconds;
  const leaving = new AbortController();
  const rows: string[][] = [];
  for (const read of await furnish(fixture, leaving.signal)) {
    for (const [name, status] of [
      [read.name, 200],
      [`${read.name}, unchanged`, 304],
    ] as const) {
      const ours: { cpuUs: number; perSecond: number }[] = [];
      const theirs: typeof ours = [];
      for (let time = 0; time <= TURNS; time += 1) {
        // Read again each turn: an open lobby may close meanwhile.
        const etag = await record(fixture, bare, read);
        const known = { ...read, headers: { ...read.headers, 'if-none-match': etag } };
        const what = status === 304 ? known : read;
        const seconds = time === 0 ? WARM_UP_SECONDS : TURN_SECONDS;
        const ourCpu = () => serverCpuSeconds(fixture.url);
        const one = await turn(fixture.url, what, ourCpu, status, seconds);
        const other = await turn(bareUrl, what, bareCpu, status, seconds);
        if (time === 0) continue;
        ours.push(one);
        theirs.push(other);
      }
      const us = median(ours.map(({ cpuUs }) => cpuUs));
      const bareUs = median(theirs.map(({ cpuUs }) => cpuUs));
      rows.push([
        name,
        String(status),
        rounded(median(ours.map(({ perSecond }) => perSecond)), 0),
        rounded(median(theirs.map(({ perSecond }) => perSecond)), 0),
        rounded(us),
        rounded(bareUs),
        rounded(bareUs / us, 2),
        bareUs / us >= WANTED ? 'yes' : 'no',
      ]);
    }
  }
  await bare.close();
  leaving.abort();
  printTable('Reads that are polled, against a bare node:http with the same bytes', [
    ['', 'status', 'requests/s', 'bare', 'CPU us', 'bare', 'share', `at least ${WANTED}`],
    ...rows,
  ]);
  const { length } = await visitor(fixture).call('GET /api/game/leaderboard', {});
  console.log(`  (${PEOPLE} collectors, ${length} on the battle board, ${LOBBIES} lobbies)`);
}
