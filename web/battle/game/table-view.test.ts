import { describe, expect, it } from 'vitest';
import type { Match } from '#contract/battle.ts';
import { aMatch, ME } from '#tests/support/a-match.ts';
import type { TimeLeft } from './clock.ts';
import { newGame } from './game.ts';
import {
  canStillShoot,
  nextRoundLine,
  rematchEndsAt,
  rematchView,
  shownClock,
  tableLine,
} from './table-view.ts';

const match = (changed: Partial<Match> = {}) => aMatch({ currentRound: 2, ...changed });

const game = newGame(ME);
const atBreak: TimeLeft = { phase: 'break', seconds: 9, untilClosed: 49 };
const pick: TimeLeft = { phase: 'pick', seconds: 8, untilClosed: 18 };
const grace: TimeLeft = { phase: 'grace', seconds: 7, untilClosed: 7 };
const down = match({ player1HasPlayed: true });

describe('the clock on the table', () => {
  it('is one’s own until the server has the card, and then the opponent’s', {
    tags: ['battle-22', 'battle-41'],
  }, () => {
    expect(shownClock(game, match(), pick)).toEqual({ phase: 'pick', seconds: 8 });
    expect(shownClock(game, match(), grace)).toEqual({ phase: 'grace', seconds: 7 });
    const sending = { ...game, isSending: true };
    expect(shownClock(sending, match(), pick)).toEqual({ phase: 'pick', seconds: 8 });
    for (const time of [atBreak, pick, grace]) {
      const theirs = { phase: 'theirs', seconds: time.untilClosed };
      expect(shownClock(game, down, time)).toEqual(theirs);
    }
  });

  it('stands still while cards turn and while no round is open', () => {
    const reveal = {
      round: 1,
      part: 'countdown',
      isAfterReload: false,
      isUnannounced: false,
    } as const;
    const still = { phase: 'break', seconds: 0 };
    expect(shownClock({ ...game, reveal }, match(), pick)).toEqual(still);
    expect(shownClock(game, match(), null)).toEqual(still);
  });
});

describe('SHOT!', { tags: 'battle-22' }, () => {
  it('is called for while it can be pressed: not while the card is on its way, nor at 0', () => {
    for (const time of [pick, grace]) {
      expect(canStillShoot(game, time)).toBe(true);
      expect(canStillShoot({ ...game, isSending: true }, time)).toBe(false);
    }
    expect(canStillShoot(game, { phase: 'closed', seconds: 0, untilClosed: 0 })).toBe(false);
  });
});

describe('the line on the table', () => {
  it('says that both cards are down only when they are', { tags: 'battle-22' }, () => {
    const both = match({ player1HasPlayed: true, player2HasPlayed: true });
    expect(tableLine(game, both, pick)).toBe('Both cards are down.');
    expect(tableLine(game, match(), null)).not.toMatch(/Both cards/);
    expect(tableLine(game, down, null)).not.toMatch(/Both cards/);
  });

  it('in a round that is opened once more it says so until there is something to do', {
    tags: 'B4',
  }, () => {
    const replay = match({ isReplay: true });
    expect(tableLine(game, replay, pick)).toMatch(/^Nobody played\./);
    const picked = { ...game, pick: 'the hodlord card' };
    expect(tableLine(picked, replay, pick)).toMatch(/^Press SHOT!/);
    const ready = match({ isReplay: true, player2HasPlayed: true });
    expect(tableLine(game, ready, pick)).toMatch(/^Your opponent is ready\./);
  });

  it('at 0 it calls nothing over while the server does not answer', { tags: 'B4' }, () => {
    const closed: TimeLeft = { phase: 'closed', seconds: 0, untilClosed: 0 };
    expect(tableLine(game, match(), closed)).toMatch(/^Time is up\./);
    for (const on of [match(), down]) {
      expect(tableLine(game, on, closed, false)).toBe('Waiting for the server.');
    }
    expect(tableLine(game, match(), pick, false)).toBe(tableLine(game, match(), pick));
  });

  it('while a round is turned it speaks of that round', { tags: 'battle-22' }, () => {
    const reveal = { round: 1, part: 'clash', isAfterReload: false, isUnannounced: false } as const;
    const card = { card: 'the hodlord card', choice: 'rock' } as const;
    const round = (theirs: string | null) =>
      ({
        round: 1,
        player1Card: card.card,
        player1Choice: card.choice,
        player2Card: theirs,
        player2Choice: theirs === null ? null : 'rock',
        roundWinner: ME,
        closedAt: '',
      }) as Match['rounds'][number];
    const shown = { ...game, reveal };
    const met = match({ rounds: [round('Transcendence')] });
    expect(tableLine({ ...shown, match: met }, met, pick)).toBe('Both cards are down.');
    const missed = match({ rounds: [round(null)] });
    expect(tableLine({ ...shown, match: missed }, missed, pick)).toBe('The round is over.');
  });
});

describe('the rematch under a result', () => {
  const rematch = (state: Match['rematch']['state']) =>
    rematchView(match({ rematch: { state } as Match['rematch'] }), ME, false);

  it('can be asked for until it is over, or was played already', { tags: 'B9' }, () => {
    expect(rematch('none')).toEqual({ canAsk: true, line: null });
    expect(rematch('offered').canAsk).toBe(true);
    expect(rematch('offered').line).toMatch(/wants to play again\.$/);
    expect(rematch('over').canAsk).toBe(false);
    expect(rematch('over').line).toBe('No rematch: one of you left, said no, or took too long.');
    const started = { canAsk: false, line: 'This match already had its rematch.' };
    expect(rematch('started')).toEqual(started);
  });

  it('can be asked for until five minutes after the match', { tags: 'B9' }, () => {
    const over = match({ endedAt: '2026-01-01T12:00:00.000Z' });
    expect(rematchEndsAt(over)).toBe('2026-01-01T12:05:00.000Z');
    const late = rematchView(over, ME, true);
    expect(late).toEqual(rematch('over'));
    // An offer that stands by then has a time of its own.
    const offered = { ...over, rematch: { ...over.rematch, state: 'offered' } } as Match;
    expect(rematchEndsAt(offered)).toBeNull();
  });
});

describe('the line under a result', () => {
  it('names the break as such, never as time to pick', { tags: 'B6' }, () => {
    expect(nextRoundLine(game, match(), atBreak)).toBe(
      'Round 2 begins in 9 s. You may go on already.',
    );
    expect(nextRoundLine(game, match(), pick)).toBe('Round 2 is open: 8 s to pick.');
    expect(nextRoundLine(game, down, grace)).toBe('Your card is down. Your opponent has 7 s.');
  });
});
