import { describe, expect, it } from 'vitest';
import { newMatch, OUTSIDER, PLAYER_1, PLAYER_2, START } from '#tests/support/scripted-match.ts';
import { resign } from './match.ts';
import { endRematch, offerRematch, rematchStep, startRematch } from './rematch.ts';

const over = resign(newMatch(), PLAYER_1, START);
const offered = offerRematch(over, PLAYER_2, 'lobby', START + 1_000);

describe('playing again', () => {
  it('is offered by the first and accepted by the second, whoever that is', { tags: 'B9' }, () => {
    expect(rematchStep(over, PLAYER_1, START + 1)).toBe('offer');
    expect(rematchStep(over, PLAYER_2, START + 1)).toBe('offer');
    expect(rematchStep(offered, PLAYER_2, START + 2_000)).toBe('already-offered');
    expect(rematchStep(offered, PLAYER_1, START + 2_000)).toBe('accept');
    const started = startRematch(offered, 'next');
    expect(rematchStep(started, PLAYER_1, START + 900_000)).toBe('already-started');
    expect(endRematch(started)).toBe(started);
  });

  it('is for the two players, after the match', () => {
    expect(() => rematchStep(over, OUTSIDER, START)).toThrow('not-a-player');
    expect(() => rematchStep(newMatch(), PLAYER_1, START)).toThrow('match-not-over');
  });

  it('ends when one leaves or declines, after 60 s, or when nobody asked for long', () => {
    expect(() => rematchStep(endRematch(offered), PLAYER_1, START + 2_000)).toThrow('rematch-over');
    expect(() => rematchStep(endRematch(over), PLAYER_1, START)).toThrow('rematch-over');
    expect(rematchStep(offered, PLAYER_1, START + 60_999)).toBe('accept');
    expect(() => rematchStep(offered, PLAYER_1, START + 61_000)).toThrow('rematch-over');
    expect(rematchStep(over, PLAYER_1, START + 299_999)).toBe('offer');
    expect(() => rematchStep(over, PLAYER_1, START + 300_000)).toThrow('rematch-over');
  });

  it('changes the version of the finished match', () => {
    expect(offered.version).toBe(over.version + 1);
    expect(endRematch(endRematch(offered)).version).toBe(offered.version + 1);
  });
});
