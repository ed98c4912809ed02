import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyCard,
  anySeat,
  anySteps,
  newMatch,
  OUTSIDER,
  PLAYER_1,
  PLAYER_2,
  START,
  statesOf,
  walletOf,
} from '#tests/support/scripted-match.ts';
import { claim, closeIfDue, isDue, type Match, openLate, play, resign } from './match.ts';

const CARD = {
  r: 'the hodlord card',
  p: 'Drops of Conviction',
  s: 'Planktuz de Solanuz',
} as const;
type Played = keyof typeof CARD | '-';

/** Rounds as two letters each: rock, paper, scissors, or a dash for a player who does not play. */
function afterRounds(rounds: string): Match {
  let match = newMatch();
  let now = START;
  for (const [one, two] of rounds.split(' ') as unknown as [Played, Played][]) {
    now += 1_000;
    const number = match.open?.number;
    if (one !== '-') match = play(match, PLAYER_1, { cardName: CARD[one] }, now);
    if (two !== '-') match = play(match, PLAYER_2, { cardName: CARD[two] }, now);
    if (one === '-' || two === '-') {
      now = match.open!.closesAt;
      match = closeIfDue(match, now);
    }
    if (one !== '-' || two !== '-') expect(match.rounds.at(-1)?.number).toBe(number);
  }
  return match;
}

const summary = ({ score, rounds, open, end }: Match) =>
  `${score.player1}:${score.player2} after ${rounds.length}, ` +
  (end ? `${end.winner} ${end.reason}` : `round ${open?.number} try ${open?.attempt}`);

describe('a match', () => {
  it.each([
    ['rs', '1:0 after 1, round 2 try 1'],
    ['rr', '0:0 after 1, round 2 try 1'],
    ['rp sr', '0:2 after 2, player2 decided'],
    ['rr pp sp', '1:0 after 3, player1 decided'],
    ['rp pr pp', '1:1 after 3, tie decided'],
    ['rr rr rr', '0:0 after 3, tie decided'],
    // Absent: the one who played scores; two rounds and it is over.
    ['r-', '1:0 after 1, round 2 try 1'],
    ['r- p-', '2:0 after 2, player1 decided'],
    ['-r -r', '0:2 after 2, player2 decided'],
    // Nobody there: once more, then a tie that does not count.
    ['--', '0:0 after 0, round 1 try 2'],
    ['-- --', '0:0 after 0, tie nobody-played'],
    ['rp -- -p', '0:2 after 2, player2 decided'],
  ])('after %s is %s', (rounds, expected) => {
    expect(summary(afterRounds(rounds))).toBe(expected);
  });

  it('gives 30 s to pick and 10 s of grace, and 10 s more to read the round before', {
    tags: ['B4', 'B6'],
  }, () => {
    const { open } = newMatch();
    expect([open!.pickEndsAt - START, open!.closesAt - START]).toEqual([30_000, 40_000]);
    const second = afterRounds('rp').open!;
    expect(second.pickEndsAt - second.openedAt).toBe(40_000);
    expect(second.closesAt - second.openedAt).toBe(50_000);
    const again = afterRounds('--').open!;
    expect(again.closesAt - again.openedAt).toBe(40_000);
    const late = openLate(play(newMatch(), PLAYER_1, { cardName: CARD.r }, START), START + 9_000);
    expect(late.open).toMatchObject({ closesAt: START + 49_000, picks: { player1: CARD.r } });
    expect(openLate(late, START + 20_000)).toBe(late);
  });

  it('takes the same card again and no other', { tags: 'B3' }, () => {
    const once = play(newMatch(), PLAYER_1, { cardName: CARD.r }, START);
    expect(play(once, PLAYER_1, { cardName: CARD.r }, START + 1)).toBe(once);
    expect(() => play(once, PLAYER_1, { cardName: 'Transcendence' }, START + 1)).toThrow(
      'already-played',
    );
    expect(() => play(once, OUTSIDER, { cardName: CARD.r }, START)).toThrow('not-a-player');
    for (const match of [newMatch(), once]) {
      expect(() => play(match, PLAYER_2, { cardName: 'Joker' }, START)).toThrow(
        'battle-card-unknown',
      );
    }
  });

  it('knows a repeat of a round that is over from a play in the next', () => {
    const second = afterRounds('rp');
    const repeat = { cardName: CARD.p, round: 1 };
    expect(play(second, PLAYER_2, repeat, START + 2_000)).toBe(second);
    expect(() => play(second, PLAYER_2, { cardName: CARD.r, round: 1 }, START + 2_000)).toThrow(
      'already-played',
    );
    expect(() => play(second, PLAYER_2, { cardName: CARD.r, round: 3 }, START + 2_000)).toThrow(
      'round-not-open',
    );
    const missed = afterRounds('r-');
    expect(() => play(missed, PLAYER_2, repeat, START + 50_000)).toThrow('round-not-open');
  });

  it('takes no card in the replay of a round that was for its first opening', {
    tags: 'B3',
  }, () => {
    const first = { cardName: CARD.p, round: 1, isReplay: false };
    expect(play(newMatch(), PLAYER_1, first, START).open?.picks.player1).toBe(CARD.p);
    expect(() => play(newMatch(), PLAYER_1, { ...first, isReplay: true }, START)).toThrow(
      'round-not-open',
    );
    const replay = afterRounds('--');
    const late = { cardName: CARD.p, round: 1, isReplay: false };
    expect(() => play(replay, PLAYER_1, late, START + 50_000)).toThrow('round-not-open');
    const meant = play(replay, PLAYER_1, { ...late, isReplay: true }, START + 50_000);
    expect(meant.open?.picks.player1).toBe(CARD.p);
    expect(() => play(meant, PLAYER_1, late, START + 50_000)).toThrow('round-not-open');
    expect(play(meant, PLAYER_1, { ...late, isReplay: true }, START + 50_000)).toBe(meant);
    // What does not say it is for the open round.
    expect(
      play(meant, PLAYER_2, { cardName: CARD.r, round: 1 }, START + 50_000).score.player1,
    ).toBe(1);
  });

  it('over takes no card, and stays as it is when somebody leaves', () => {
    const over = resign(newMatch(), PLAYER_1, START + 5);
    expect(over.end).toEqual({ at: START + 5, winner: 'player2', reason: 'left' });
    expect(() => play(over, PLAYER_2, { cardName: CARD.r }, START + 6)).toThrow('match-over');
    expect(resign(over, PLAYER_2, START + 6)).toBe(over);
    expect(() => resign(over, OUTSIDER, START + 6)).toThrow('not-a-player');
  });

  it('at any moment takes a card until the round closes and closes it not before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 90_000 }), anySeat, anyCard, (ms, seat, cardName) => {
        const match = newMatch();
        const now = START + ms;
        expect(isDue(match, now)).toBe(ms >= 40_000);
        if (ms >= 40_000) {
          expect(() => play(match, walletOf(seat), { cardName }, now)).toThrow('round-not-open');
          expect(closeIfDue(match, now).version).toBe(2);
          return;
        }
        expect(closeIfDue(match, now)).toBe(match);
        const played = play(match, walletOf(seat), { cardName }, now);
        const closed = closeIfDue(played, START + 40_000);
        expect(closed.score[seat]).toBe(1);
        expect(closed.open).toMatchObject({ number: 2, openedAt: START + 40_000 });
      }),
    );
  });
});

describe('a claim', { tags: 'battle-27' }, () => {
  it('takes the match once the opponent missed a round and is away', () => {
    const missed = afterRounds('r-');
    const claimed = claim(missed, PLAYER_1, true, START + 60_000);
    expect(claimed.end).toEqual({ at: START + 60_000, winner: 'player1', reason: 'claimed' });
    expect(claimed).toMatchObject({ version: missed.version + 1, open: null });
    expect(claim(claimed, PLAYER_1, true, START + 61_000)).toBe(claimed);
    expect(() => claim(claimed, PLAYER_2, true, START + 61_000)).toThrow('match-over');
    // Nobody played, and one of them came back.
    expect(claim(afterRounds('--'), PLAYER_2, true, START + 60_000).end?.winner).toBe('player2');
  });

  it('is refused to whoever missed it, to others, and while the opponent is there', () => {
    const missed = afterRounds('r-');
    const now = START + 60_000;
    expect(() => claim(missed, PLAYER_2, true, now)).toThrow('no-round-missed');
    expect(() => claim(missed, OUTSIDER, true, now)).toThrow('not-a-player');
    expect(() => claim(missed, PLAYER_1, false, now)).toThrow('opponent-here');
    const back = play(missed, PLAYER_2, { cardName: CARD.p }, now);
    expect(() => claim(back, PLAYER_1, true, now)).toThrow('no-round-missed');
    expect(() => claim(newMatch(), PLAYER_1, true, START)).toThrow('no-round-missed');
    expect(() => claim(afterRounds('r- sr'), PLAYER_1, true, now)).toThrow('no-round-missed');
    expect(() => claim(afterRounds('r- p-'), PLAYER_1, true, now)).toThrow('match-over');
  });
});

describe('whatever happens', () => {
  it('a match ends, its scores add up, its version grows with every change', {
    tags: 'battle-1',
  }, () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const states = statesOf(steps);
        let before: Match | undefined;
        for (const { match } of states) {
          expect(match.open === null).toBe(match.end !== null);
          for (const seat of ['player1', 'player2'] as const) {
            expect(match.rounds.filter(({ winner }) => winner === seat)).toHaveLength(
              match.score[seat],
            );
          }
          expect(match.rounds.map(({ number }) => number)).toEqual(
            match.rounds.map((_, index) => index + 1),
          );
          expect(match.rounds.length).toBeLessThanOrEqual(3);
          if (before !== undefined) {
            expect(match.version).toBe(before.version + 1);
            expect(match.rounds.slice(0, before.rounds.length)).toEqual(before.rounds);
          }
          before = match;
        }
        const last = states.at(-1)!;
        expect(last.match.end).not.toBeNull();
        // No longer than three rounds, each twice, at their longest.
        expect(last.match.end!.at - START).toBeLessThanOrEqual((40 + 40 + 2 * (50 + 40)) * 1_000);
      }),
    );
  });
});
