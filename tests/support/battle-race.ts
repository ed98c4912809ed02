/** Concurrent actions, repeated: the counts must be the same each time. */
import type { Match } from '#contract/battle.ts';
import { DECK } from '#rules/battle/deck.ts';
import type { Fighter } from './battle-product.ts';
import { outcomeOf } from './outcome.ts';

interface Counts {
  /** Everything that should not happen. */
  readonly wrong: string[];
  readonly finished: Match[];
}

export const noCounts = (): Counts => ({ wrong: [], finished: [] });

type Pair = readonly [Fighter, Fighter];

export const anyCard = (): string => DECK[Math.floor(Math.random() * DECK.length)]!.name;

function expectAll(wrong: string[], what: string, outcomes: readonly string[]): void {
  for (const outcome of outcomes) if (outcome !== 'ok') wrong.push(`${what}: ${outcome}`);
}

/** Starts a match with every button clicked twice at the same time. */
async function startByDoubleClicks([one, two]: Pair, wrong: string[]): Promise<Match> {
  const lobbies = await Promise.all([one.openLobby(), one.openLobby()]);
  if (lobbies[0].id !== lobbies[1].id) wrong.push('two lobbies of one double click');
  const joins = await Promise.all([two.join(lobbies[0].id), two.join(lobbies[0].id)]);
  if (joins[0].match.id !== joins[1].match.id) wrong.push('two matches of one double click');
  return joins[0].match;
}

/** Both play at the same time, each clicking twice, until the match is over. Returns its rounds. */
export async function playAtTheSameInstant(pair: Pair, { wrong, finished }: Counts) {
  const [one, two] = pair;
  let match = await startByDoubleClicks(pair, wrong);
  while (match.status === 'in_progress') {
    const { id, currentRound } = match;
    const [card1, card2] = [anyCard(), anyCard()];
    const plays = [one.play(id, card1, currentRound), two.play(id, card2, currentRound)];
    const again = [one.play(id, card1, currentRound), two.play(id, card2, currentRound)];
    expectAll(wrong, 'play', await Promise.all([...plays, ...again].map(outcomeOf)));
    match = await one.see(id);
    if (match.rounds.length !== currentRound) wrong.push(`round ${currentRound} is not over`);
  }
  const points = match.player1Score + match.player2Score;
  const won = match.rounds.filter(({ roundWinner }) => roundWinner !== 'tie').length;
  if (won !== points) wrong.push(`${won} rounds won, ${points} points`);
  finished.push(match);
  return match.rounds.length;
}

/** All join one lobby at the same time; one succeeds. The host leaves the match at once. */
export async function joinAtOnce(
  host: Fighter,
  guests: readonly Fighter[],
  { wrong, finished }: Counts,
): Promise<void> {
  const { id } = await host.openLobby();
  const outcomes = await Promise.all(guests.map((guest) => outcomeOf(guest.join(id))));
  const taken = outcomes.filter((outcome) => outcome === '409 lobby-taken').length;
  const inside = outcomes.filter((outcome) => outcome === 'ok').length;
  if (inside !== 1 || taken !== guests.length - 1) wrong.push(`joins: ${outcomes.join(', ')}`);
  const live = (await host.matches()).filter(({ status }) => status === 'in_progress');
  if (live.length !== 1) wrong.push(`${live.length} matches of one lobby`);
  for (const match of live) {
    // Twice, like an impatient person.
    const left = await Promise.all([host.leave(match.id), host.leave(match.id)]);
    finished.push(left[0]);
  }
}

/** Both press 'Play Again' at the same time, each twice. Returns the new match. */
export async function playAgainAtOnce(
  [one, two]: Pair,
  match: Pick<Match, 'id'>,
  { wrong }: Counts,
): Promise<Match> {
  const asked = [one, two, one, two].map((fighter) => fighter.openLobby('Rematch', match.id));
  expectAll(wrong, 'rematch', await Promise.all(asked.map(outcomeOf)));
  const ids = new Set<string>();
  for (const fighter of [one, two]) {
    for (const { id, status } of await fighter.matches()) {
      if (status === 'in_progress') ids.add(id);
    }
  }
  if (ids.size !== 1) wrong.push(`${ids.size} rematches of one match`);
  const [id = ''] = ids;
  return one.see(id);
}

export async function giveUp(fighter: Fighter, match: Match, { finished }: Counts): Promise<Match> {
  const left = await fighter.leave(match.id);
  finished.push(left);
  return left;
}

type Records = Map<string, [wins: number, losses: number, ties: number]>;

/** The board that follows from the histories of these matches. */
export function countedUp(matches: readonly Match[]): Records {
  const counted: Records = new Map();
  for (const { player1Wallet, player2Wallet, winner, endReason } of matches) {
    if (endReason === 'nobody-played') continue;
    for (const wallet of [player1Wallet, player2Wallet]) {
      const record = counted.get(wallet) ?? [0, 0, 0];
      record[winner === 'tie' ? 2 : winner === wallet ? 0 : 1] += 1;
      counted.set(wallet, record);
    }
  }
  return counted;
}

export async function shownBoard({ client }: Fighter): Promise<Records> {
  const rows = await client.call('GET /api/game/leaderboard', {});
  return new Map(
    rows.map(({ walletAddress, wins, losses, ties }) => [walletAddress, [wins, losses, ties]]),
  );
}

/** The differences between the two boards. */
export function differences(shown: Records, counted: Records): string[] {
  const wallets = new Set([...shown.keys(), ...counted.keys()]);
  return [...wallets]
    .filter((wallet) => String(shown.get(wallet)) !== String(counted.get(wallet)))
    .map((wallet) => `${wallet}: board ${shown.get(wallet)}, histories ${counted.get(wallet)}`);
}
