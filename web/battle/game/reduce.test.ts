import { describe, expect, it } from 'vitest';
import type { Match, Round } from '#contract/battle.ts';
import { at, ME, aMatch as match, YOU } from '#tests/support/a-match.ts';
import { type Action, type Game, type Notice, newGame, phaseOf } from './game.ts';
import { playerView } from './player-view.ts';
import { reduce } from './reduce.ts';
import type { Shot } from './shot.ts';
import { tableView } from './table-view.ts';

const ROCK = 'the hodlord card';
const PAPER = 'Drops of Conviction';

function round(number: number, changed: Partial<Round> = {}): Round {
  return {
    round: number,
    player1Card: ROCK,
    player1Choice: 'rock',
    player2Card: 'Transcendence',
    player2Choice: 'rock',
    roundWinner: 'tie',
    closedAt: at(20),
    ...changed,
  };
}

const afterOne = match({
  version: 4,
  currentRound: 2,
  rounds: [round(1, { roundWinner: ME })],
  roundWinner: ME,
  player1Score: 1,
});

/** Applies actions one after the other; answers where it ended and all that was told. */
function played(
  actions: readonly Action[],
  from: Game = newGame(ME),
): { game: Game; notices: Notice[] } {
  const notices: Notice[] = [];
  let game = from;
  for (const action of actions) {
    const update = reduce(game, action);
    game = update.game;
    notices.push(...update.notices);
  }
  return { game, notices };
}

const kinds = (notices: readonly Notice[]) => notices.map(({ kind }) => kind);
const seen = (one: Match): Action => ({ kind: 'seen', match: one, via: 'poll' });
const listed = (...matches: Match[]): Action => ({ kind: 'listed', matches });
const pickRock: Action = { kind: 'pick', card: ROCK };
const pickPaper: Action = { kind: 'pick', card: PAPER };
const theShot: Shot = { matchId: 'm1', round: 1, isReplay: false, cardName: ROCK };
/** From the countdown to the result. */
const shown: Action[] = [{ kind: 'reveal' }, { kind: 'reveal' }];
const atTable = played([seen(match())]).game;

describe('phases', () => {
  it('lobby, waiting while joining, playing when the match starts', { tags: 'battle-10' }, () => {
    const lobby = newGame(ME);
    expect(phaseOf(lobby)).toBe('lobby');
    const waiting = played([{ kind: 'ask' }], lobby).game;
    expect(phaseOf(waiting)).toBe('waiting');
    const { game, notices } = played([seen(match())], waiting);
    expect(phaseOf(game)).toBe('playing');
    expect(kinds(notices)).toEqual(['joined', 'started']);
  });

  it('a refused join leads back to the lobby', () => {
    expect(phaseOf(played([{ kind: 'ask' }, { kind: 'asked' }]).game)).toBe('lobby');
  });

  it('an active match in the polled list is played', { tags: 'battle-11' }, () => {
    const { game, notices } = played([listed(match())]);
    expect(phaseOf(game)).toBe('playing');
    expect(kinds(notices)).toEqual(['started']);
  });

  it('matches of others and matches that are over leave the lobby alone', () => {
    const over = match({ status: 'completed', winner: ME, endReason: 'left' });
    const foreign = match({ player1Wallet: '0xa', player2Wallet: '0xb' });
    expect(phaseOf(played([listed(over), seen(over), seen(foreign)]).game)).toBe('lobby');
  });

  it('a finished round: countdown at the table, clash and result, and on', {
    tags: 'battle-13',
  }, () => {
    const first = played([seen(afterOne)], atTable);
    expect(phaseOf(first.game)).toBe('playing');
    expect(first.game.reveal).toMatchObject({ round: 1, part: 'countdown', isAfterReload: false });
    expect(first.notices).toEqual([]);
    const clash = played([{ kind: 'reveal' }], first.game).game;
    expect([clash.reveal?.part, phaseOf(clash)]).toEqual(['clash', 'result']);
    const told = played([{ kind: 'reveal' }], clash);
    expect(phaseOf(told.game)).toBe('result');
    expect(kinds(told.notices)).toEqual(['round']);
    expect(phaseOf(played([{ kind: 'continue' }], told.game).game)).toBe('playing');
  });

  it('a check pressed during the countdown tells what was decided', { tags: 'battle-36' }, () => {
    const counting = played([{ kind: 'seen', match: afterOne, via: 'push' }], atTable);
    expect(counting.notices).toEqual([]);
    const asked: Action = { kind: 'seen', match: afterOne, via: 'check' };
    expect(played([asked], counting.game).notices).toEqual([{ kind: 'found', isOver: false }]);
    expect(played([{ kind: 'reveal' }, asked], counting.game).notices).toEqual([]);
  });

  it('a check tells it also to who has played the next round already', {
    tags: 'battle-36',
  }, () => {
    const down = { ...afterOne, version: 5, player1HasPlayed: true, player1Card: ROCK };
    const counting = played([seen(afterOne), seen(down)], atTable).game;
    const asked: Action = { kind: 'seen', match: down, via: 'check' };
    expect(played([asked], counting).notices).toEqual([{ kind: 'found', isOver: false }]);
  });

  it('the slow check tells once of a result that a poll had brought', { tags: 'battle-36' }, () => {
    const check: Action = { kind: 'seen', match: afterOne, via: 'progress' };
    const polled = played([seen(afterOne)], atTable).game;
    expect(played([check, check], polled).notices).toEqual([{ kind: 'found', isOver: false }]);
    const read = played(shown, polled).game;
    expect(played([check], read).notices, 'the result is there already').toEqual([]);
    const pushed = played([{ kind: 'seen', match: afterOne, via: 'push' }], atTable).game;
    expect(played([check], pushed).notices).toEqual([]);
  });

  it('the last round leads to the end of the match', () => {
    const last = match({
      version: 9,
      status: 'completed',
      winner: ME,
      endReason: 'decided',
      currentRound: 2,
      rounds: [round(1, { roundWinner: ME }), round(2, { roundWinner: ME })],
      player1Score: 2,
      pickEndsAt: null,
      roundClosesAt: null,
    });
    const game = played([seen(afterOne), ...shown], atTable).game;
    const { game: end, notices } = played([{ kind: 'continue' }, seen(last), ...shown], game);
    expect(phaseOf(end)).toBe('result');
    expect(end.reveal).toBeNull();
    expect(kinds(notices)).toEqual(['round', 'over']);
    expect(phaseOf(played([{ kind: 'reset' }], end).game)).toBe('lobby');
  });

  it.each<[string, Partial<Round>]>([
    ['the player', { player1Card: null, player1Choice: null, roundWinner: YOU }],
    ['the opponent', { player2Card: null, player2Choice: null, roundWinner: ME }],
  ])('a round that %s missed has nothing to count down to', (_, changed) => {
    const missed = match({ version: 3, currentRound: 2, rounds: [round(1, changed)] });
    expect(played([seen(missed)], atTable).game.reveal?.part).toBe('clash');
  });

  it('an opponent who leaves ends the match, also while a result is read', () => {
    const left = { status: 'completed', winner: ME, endReason: 'left' } as const;
    const now = played([seen(match({ version: 2, ...left }))], atTable);
    expect([phaseOf(now.game), kinds(now.notices)]).toEqual(['result', ['over']]);
    const reading = played([seen(afterOne), ...shown], atTable).game;
    const { game, notices } = played([seen({ ...afterOne, version: 5, ...left })], reading);
    expect([game.reveal, phaseOf(game), kinds(notices)]).toEqual([null, 'result', ['over']]);
    // Before it is read it is counted down to its end.
    const counting = played([seen(afterOne)], atTable).game;
    const over = played([seen({ ...afterOne, version: 5, ...left })], counting);
    expect([over.game.reveal?.part, kinds(over.notices)]).toEqual(['countdown', []]);
  });
});

describe('snapshots', () => {
  it('the same version may tell the own card that was hidden before signing in', () => {
    const hidden = match({ version: 2, player1HasPlayed: true });
    const known = { ...hidden, player1Card: ROCK, player1Choice: 'rock' } as Match;
    const { game } = played([seen(hidden), seen(known), seen(hidden)], atTable);
    expect(playerView(game.match!, ME).card).toBe(ROCK);
  });

  it('a new result is a round more, whoever won it', () => {
    const tie = match({ version: 2, currentRound: 2, rounds: [round(1)], roundWinner: 'tie' });
    const second = { ...tie, version: 5, currentRound: 3, rounds: [round(1), round(2)] };
    const { game, notices } = played(
      [seen(tie), ...shown, { kind: 'continue' }, seen(second), ...shown],
      atTable,
    );
    expect(kinds(notices)).toEqual(['round', 'round']);
    expect(game.reveal?.round).toBe(2);
  });

  it('asked for by hand, a new result is told at once', () => {
    const { notices } = played([{ kind: 'seen', match: afterOne, via: 'check' }], atTable);
    expect(notices).toEqual([{ kind: 'found', isOver: false }]);
  });

  it('the opponent being ready is told once', () => {
    const ready = match({ version: 2, player2HasPlayed: true });
    expect(kinds(played([seen(ready), seen(ready)], atTable).notices)).toEqual(['opponent-ready']);
  });
});

describe('picking', () => {
  it('free until the card is on its way; a refused one is cleared', () => {
    const picked = played([pickRock, pickPaper], atTable);
    expect(picked.game.pick).toBe(PAPER);
    const sent = played([{ kind: 'shot' }, pickRock], picked.game).game;
    expect([sent.pick, sent.isSending]).toEqual([PAPER, true]);
    const afterFailure = (isPickKept: boolean) =>
      played([{ kind: 'shot-failed', shot: theShot, isPickKept }], sent).game;
    expect(afterFailure(true)).toMatchObject({ pick: PAPER, isSending: false });
    expect(afterFailure(false)).toMatchObject({ pick: null, isSending: false });
  });

  it('a failure that comes late clears nothing of the next round, of a replay or of the next match', {
    tags: 'battle-41',
  }, () => {
    const failed: Action = { kind: 'shot-failed', shot: theShot, isPickKept: false };
    for (const next of [
      afterOne,
      match({ version: 2, isReplay: true }),
      match({ id: 'm2', createdAt: at(90) }),
    ]) {
      const shot: Action = { kind: 'shot' };
      const { game } = played([pickRock, shot, seen(next), pickPaper, shot, failed], atTable);
      expect(game).toMatchObject({ pick: PAPER, isSending: true });
    }
  });

  it('the opponent’s card leaves the own pick as it is, also one that is on its way', () => {
    const ready = seen(match({ version: 2, player2HasPlayed: true }));
    const picked = played([pickRock, ready], atTable).game;
    expect([picked.pick, picked.isSending]).toEqual([ROCK, false]);
    const sent = played([pickRock, { kind: 'shot' }, ready], atTable).game;
    expect([sent.pick, sent.isSending]).toEqual([ROCK, true]);
  });

  it('the server has it: the pick is a card that is down', () => {
    const down = match({ version: 2, player1HasPlayed: true, player1Card: ROCK });
    const { game } = played([pickRock, { kind: 'shot' }, seen(down)], atTable);
    expect([game.pick, game.isSending]).toEqual([null, false]);
    expect(tableView(game, down)).toMatchObject({ card: ROCK, isDown: true, isResting: true });
  });

  it('time up picks once, never over a choice, never for somebody who has played', {
    tags: 'B5',
  }, () => {
    const timeUp = (card: string): Action => ({ kind: 'time-up', card, of: atTable.match! });
    const up = timeUp(PAPER);
    const { game, notices } = played([up, timeUp(ROCK)], atTable);
    expect([game.pick, kinds(notices)]).toEqual([PAPER, ['time-up']]);
    expect(played([pickRock, up], atTable).game.pick).toBe(ROCK);
    const down = match({ version: 2, player1HasPlayed: true, player1Card: ROCK });
    expect(played([seen(down), up], atTable).notices).toEqual([]);
  });

  it('the last tick of a round that is over picks nothing in the next one', {
    tags: ['B5', 'battle-19'],
  }, () => {
    const late: Action = { kind: 'time-up', card: PAPER, of: atTable.match! };
    const { game, notices } = played([seen(afterOne), late], atTable);
    expect([game.pick, kinds(notices)]).toEqual([
      null,
      kinds(played([seen(afterOne)], atTable).notices),
    ]);
  });

  it('a new round and a replay begin without a pick', { tags: 'battle-19' }, () => {
    const picked = played([pickRock], atTable).game;
    expect(played([seen(afterOne)], picked).game.pick).toBeNull();
    const replay = played([seen(match({ version: 2, isReplay: true }))], picked);
    expect([replay.game.pick, kinds(replay.notices)]).toEqual([null, ['replay']]);
  });
});

describe('leaving and coming back (B7, B11)', () => {
  it('Reset Game is not dragged back by polls or pushes; asking brings the match back', {
    tags: 'B7',
  }, () => {
    const reset = played([{ kind: 'reset' }], atTable).game;
    const ignored = played([listed(match()), seen(match({ version: 2 }))], reset);
    expect([phaseOf(ignored.game), ignored.notices]).toEqual(['lobby', []]);
    const back = played([{ kind: 'rejoin' }, listed(match())], ignored.game);
    expect([phaseOf(back.game), kinds(back.notices)]).toEqual(['playing', []]);
  });

  it('whoever comes back sees the round decided meanwhile, and no result twice', () => {
    const reset = played([{ kind: 'reset' }], atTable).game;
    const { game } = played([{ kind: 'rejoin' }, listed(afterOne)], reset);
    expect(game.reveal).toMatchObject({ round: 1, part: 'outcome', isAfterReload: true });
    const seenAlready = played([seen(afterOne), { kind: 'reset' }], atTable).game;
    const again = played([{ kind: 'rejoin' }, listed(afterOne)], seenAlready);
    expect([again.game.reveal, kinds(again.notices)]).toEqual([null, []]);
  });

  it('who took the seat hears of that first, whether a push or the answer brings the match', () => {
    for (const via of ['push', 'answer'] as const) {
      const { notices } = played([{ kind: 'ask' }, { kind: 'seen', match: match(), via }]);
      expect(kinds(notices), via).toEqual(['joined', 'started']);
    }
    expect(kinds(played([seen(match())]).notices)).toEqual(['started']);
    // One with a past began elsewhere.
    expect(played([seen(match({ isReplay: true }))]).notices).toEqual([]);
    expect(played([seen(afterOne)]).notices).toEqual([]);
    expect(played([seen(match({ player1HasPlayed: true }))]).notices).toEqual([]);
    expect(kinds(played([seen(match({ player2HasPlayed: true }))]).notices)).toEqual(['started']);
  });

  it('a match that was seen over is not brought back by what was told of it before', {
    tags: 'battle-31',
  }, () => {
    const over = match({ version: 7, status: 'completed', winner: YOU, endReason: 'left' });
    const late = [listed(match({ version: 6 })), seen(match({ version: 6 }))];
    const quit = played([seen(over), { kind: 'reset' }, ...late], atTable).game;
    expect(phaseOf(quit)).toBe('lobby');
    // Nor in place of the result of the next one.
    const next = match({ id: 'm2', createdAt: at(2) });
    const nextOver: Match = { ...next, version: 7, status: 'completed', winner: YOU };
    const { game, notices } = played([seen(over), seen(next), seen(nextOver), ...late], atTable);
    expect([game.match?.id, phaseOf(game)]).toEqual(['m2', 'result']);
    expect(kinds(notices)).toEqual(['over', 'started', 'over']);
  });

  it('another match is not the one that was turned away from', () => {
    const reset = played([{ kind: 'reset' }], atTable).game;
    const { game } = played([seen(match({ id: 'm2' }))], reset);
    expect([phaseOf(game), game.memory.left]).toEqual(['playing', null]);
  });

  it('loaded again at a result, the result is there again', () => {
    const { memory } = played([seen(afterOne), ...shown], atTable).game;
    const { game, notices } = played([listed(afterOne)], newGame(ME, memory));
    expect(game.reveal).toMatchObject({ round: 1, part: 'outcome', isAfterReload: true });
    expect(notices).toEqual([]);
  });

  it('loaded again after Continue, the next round is there', () => {
    const { memory } = played([seen(afterOne), ...shown, { kind: 'continue' }], atTable).game;
    expect(phaseOf(played([listed(afterOne)], newGame(ME, memory)).game)).toBe('playing');
  });

  it('loaded again at the end, the end is there; after Quit Game the lobby', () => {
    const over = match({ version: 7, status: 'completed', winner: YOU, endReason: 'left' });
    const end = played([seen(over)], atTable).game;
    expect(phaseOf(played([listed(over)], newGame(ME, end.memory)).game)).toBe('result');
    const quit = played([{ kind: 'reset' }], end).game;
    expect(phaseOf(played([listed(over)], newGame(ME, quit.memory)).game)).toBe('lobby');
  });

  it('a live match is opened before the result that this tab was showing', { tags: 'B11' }, () => {
    const over = match({ version: 7, status: 'completed', winner: YOU, endReason: 'decided' });
    const { memory } = played([seen(over)], atTable).game;
    const next = match({ id: 'm2', createdAt: at(90) });
    const { game, notices } = played([listed(next, over)], newGame(ME, memory));
    expect([game.match?.id, phaseOf(game), kinds(notices)]).toEqual(['m2', 'playing', ['started']]);
  });

  it('an invitation is not hidden behind the result that this tab was showing', {
    tags: 'battle-10',
  }, () => {
    const over = match({ version: 7, status: 'completed', winner: YOU, endReason: 'decided' });
    const { memory } = played([seen(over)], atTable).game;
    const invited = (...matches: Match[]) =>
      phaseOf(played([listed(...matches)], newGame(ME, memory, true)).game);
    expect(invited(over)).toBe('lobby');
    expect(invited(match({ id: 'm2' }), over)).toBe('playing');
  });
});

describe('playing again (B9)', () => {
  const over = match({ version: 7, status: 'completed', winner: YOU, endReason: 'decided' });
  const end = played([seen(over)], atTable).game;
  const rematch = (version: number, changed: Partial<Match['rematch']>): Match => ({
    ...over,
    version,
    rematch: { ...over.rematch, ...changed },
  });

  it('an own offer waits, until it is over', () => {
    const offered = rematch(8, { state: 'offered', offeredBy: ME, lobbyId: 'l2' });
    const asked = played([{ kind: 'ask' }, seen(offered)], end);
    expect(asked.notices, 'one’s own is no news').toEqual([]);
    const waiting = played([{ kind: 'asked' }], asked.game).game;
    expect(phaseOf(waiting)).toBe('waiting');
    const isOver = seen(rematch(9, { state: 'over' }));
    const { game, notices } = played([isOver], waiting);
    expect([phaseOf(game), kinds(notices)]).toEqual(['result', ['rematch-over']]);
    // Also for who has no answer to the offer yet.
    expect(phaseOf(played([{ kind: 'ask' }, isOver], end).game)).toBe('result');
  });

  it('an offer of either player is shown in a tab that is opened meanwhile, too', () => {
    const openedWith = (offeredBy: string, memory?: Game['memory']) => {
      const offered = rematch(8, { state: 'offered', offeredBy, lobbyId: 'l2' });
      return phaseOf(played([listed(offered)], newGame(ME, memory)).game);
    };
    expect([openedWith(ME), openedWith(YOU)]).toEqual(['waiting', 'result']);
    const quit = played([{ kind: 'reset' }], end).game;
    expect(openedWith(YOU, quit.memory), 'quit, which is still being told').toBe('lobby');
  });

  it('whoever asks still waits when the match changes before the answer', () => {
    const theirs = rematch(8, { state: 'offered', offeredBy: YOU, lobbyId: 'l2' });
    for (const news of [seen(theirs), listed(theirs)]) {
      expect(phaseOf(played([{ kind: 'ask' }, news], end).game)).toBe('waiting');
    }
  });

  it('an accepted offer leads to the new match, not past the old result', () => {
    const offered = rematch(8, { state: 'offered', offeredBy: ME, lobbyId: 'l2' });
    const waiting = played([seen(offered)], end).game;
    const started = rematch(9, { state: 'started', offeredBy: ME, lobbyId: 'l2', matchId: 'm2' });
    const { game } = played([seen(started)], waiting);
    expect(phaseOf(game)).toBe('waiting');
    const next = match({ id: 'm2', createdAt: at(90) });
    expect(phaseOf(played([seen(next)], game).game)).toBe('playing');
    // A page that comes back when the new match is over, too, waits for nothing.
    const missed = match({ id: 'm2', createdAt: at(90), status: 'completed' });
    expect(phaseOf(played([listed(started, missed)], waiting).game)).toBe('result');
  });

  it("the opponent's offer is told, and the new match taken up", () => {
    const offered = rematch(8, { state: 'offered', offeredBy: YOU, lobbyId: 'l2' });
    const { game, notices } = played([seen(offered)], end);
    expect([phaseOf(game), kinds(notices)]).toEqual(['result', ['rematch-offered']]);
    const next = match({ id: 'm2', createdAt: at(90) });
    expect(phaseOf(played([seen(next)], game).game)).toBe('playing');
  });
});

describe('the table', () => {
  it('while a round is revealed it shows that round and the score before it', () => {
    const { game } = played([seen(afterOne)], atTable);
    expect(tableView(game, afterOne)).toMatchObject({
      round: 1,
      scores: { yours: 0, theirs: 0 },
      card: ROCK,
      isDown: true,
      isOpponentDown: true,
    });
  });
});

describe('a server whose database went back', () => {
  const early = (changed: Partial<Match>) => match({ version: 1, ...changed });

  it('is believed once it says so long after: until then an older version just came late', () => {
    const late = played([seen(afterOne), seen(early({ serverNow: at(4.9) }))]);
    expect(late.game.match).toEqual(afterOne);
    const back = played([seen(early({ serverNow: at(5) }))], late.game);
    expect(back.game).toMatchObject({ match: { version: 1 }, reveal: null, pick: null });
    expect(phaseOf(back.game)).toBe('playing');
    expect(kinds(back.notices)).toEqual([]);
    // What happens from there on is told again.
    const on = played([seen({ ...afterOne, serverNow: at(20) })], back.game);
    expect(on.game.reveal).toMatchObject({ round: 1 });
  });

  it('is believed when the same version came again with something else behind it', () => {
    const mine = match({ version: 2, player1HasPlayed: true, player1Card: ROCK });
    const theirs = match({ version: 2, player2HasPlayed: true, serverNow: at(5) });
    expect(played([seen(mine), seen(theirs)]).game.match).toEqual(theirs);
    // The same with its fields in another order, as another server may write them: the pick stays.
    const turned = Object.fromEntries(Object.entries(match().player2!).reverse());
    const again = match({ player2: turned as Match['player2'], serverNow: at(60) });
    const picked = played([pickRock, seen(again)], atTable).game;
    expect([picked.pick, picked.match]).toEqual([ROCK, atTable.match]);
    // The same to everybody, and one's own card hidden: the session is over, nothing else.
    const hidden = { ...mine, player1Card: null, serverNow: at(60) };
    expect(played([seen(mine), seen(hidden)]).game.match).toEqual(mine);
  });

  it('is not what a server of another version is, which tells a field more or less: the pick stays', () => {
    const more = (serverNow: string) =>
      match({ player2: { ...match().player2, rating: 7 }, motto: '', serverNow } as Partial<Match>);
    const less = (serverNow: string) => match({ serverNow });
    for (const [before, after] of [
      [less, more],
      [more, less],
    ] as const) {
      const steps = [seen(before(at(0))), pickRock, seen(after(at(60)))];
      expect(played(steps).game.pick).toBe(ROCK);
    }
  });

  it('has an older match live again in place of one that it lost', () => {
    const lost = match({ id: 'm2', createdAt: at(50), serverNow: at(50) });
    const live = (serverNow: string) => listed(match({ version: 3, serverNow }));
    expect(played([seen(lost), live(at(54))]).game.match?.id).toBe('m2');
    expect(played([seen(lost), live(at(55))]).game.match?.id).toBe('m1');
  });

  it('has a match live again that was seen over', () => {
    const over = match({ version: 7, status: 'completed', winner: YOU, serverNow: at(50) });
    const quit = played([seen(over), { kind: 'reset' }], atTable).game;
    const live = (serverNow: string) => listed(match({ version: 3, serverNow }));
    expect(played([live(at(54))], quit).game.match).toBeNull();
    expect(played([live(at(55))], quit).game.match?.id).toBe('m1');
  });
});
