import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { autoPick, beats, DECK, MOVES, moveOf } from './deck.ts';

describe('the deck', () => {
  it('has no other card', { tags: 'battle-3' }, () => {
    const known = new Set(DECK.map(({ name }) => name));
    for (const name of ['', 'transcendence', 'Transcendence ', '__proto__', 'constructor']) {
      expect(() => moveOf(name)).toThrow('battle-card-unknown');
    }
    fc.assert(
      fc.property(fc.string(), (name) => {
        fc.pre(!known.has(name));
        expect(() => moveOf(name)).toThrow('battle-card-unknown');
      }),
    );
  });
});

describe('moves', () => {
  it('each beats one and loses to one', { tags: 'battle-26' }, () => {
    for (const move of MOVES) {
      expect(beats(move, move)).toBe(false);
      expect(MOVES.filter((other) => beats(move, other))).toHaveLength(1);
      expect(MOVES.filter((other) => beats(other, move))).toHaveLength(1);
    }
    expect(beats('rock', 'scissors') && beats('scissors', 'paper') && beats('paper', 'rock')).toBe(
      true,
    );
  });
});

describe('the automatic pick', () => {
  it('draws every move as often, and every card of a move', { tags: 'B5' }, () => {
    const steps = 60;
    const counts = new Map<string, number>();
    for (let first = 0; first < steps; first += 1) {
      for (let second = 0; second < steps; second += 1) {
        const numbers = [(first + 0.5) / steps, (second + 0.5) / steps];
        const card = autoPick(() => numbers.shift()!);
        counts.set(card, (counts.get(card) ?? 0) + 1);
      }
    }
    for (const { name, move } of DECK) {
      const ofSameMove = DECK.filter((card) => card.move === move).length;
      expect(counts.get(name), name).toBe((steps * steps) / 3 / ofSameMove);
    }
  });
});
