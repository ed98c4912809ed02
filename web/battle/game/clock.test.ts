import { describe, expect, it } from 'vitest';
import type { Match } from '#contract/battle.ts';
import { at, START } from '#tests/support/a-match.ts';
import { clockCorrection, serverTime } from '#web/ui/clock.ts';
import { createServerClock, timeLeft } from './clock.ts';

describe('the server clock', () => {
  it('uses the newest server time, not an older one that a 304 repeats', () => {
    let own = 500;
    const clock = createServerClock(() => own);
    clock.heard(at(0));
    expect(clock.now()).toBe(START);
    own += 8_000;
    clock.heard(at(0));
    expect(clock.now()).toBe(START + 8_000);
    clock.heard(at(9));
    expect(clock.now()).toBe(START + 9_000);
  });

  it('is lifted by the next answer after the machine slept', () => {
    let own = 0;
    const clock = createServerClock(() => own);
    clock.heard(at(0));
    own += 1_000; // and an hour passed outside
    clock.heard(at(3_600));
    expect(clock.now()).toBe(START + 3_600_000);
  });

  it('knows what other answers said of the server before it was told itself', () => {
    clockCorrection.set(-3_600_000);
    expect(Math.abs(createServerClock().now() - serverTime())).toBeLessThan(60_000);
    clockCorrection.set(0);
  });
});

describe('with slow answers, the server clock', () => {
  /** Answers that a server gave, by own time in seconds: asked, answered, arrived. */
  function hearing() {
    let own = 0;
    const clock = createServerClock(() => own);
    return {
      clock,
      hear(asked: number, answered: number, arrived: number) {
        own = arrived * 1_000;
        clock.heard(at(answered), asked * 1_000);
        return (clock.now() - START - own) / 1_000;
      },
    };
  }

  it('is not behind by the time they take', () => {
    const { hear } = hearing();
    expect(hear(0, 3, 6)).toBe(0);
    // One way is slower than the other: wrong by a part of that,
    expect(hear(10, 11, 16)).toBe(-1);
    // and right after one that was fast.
    expect(hear(20, 20, 20)).toBe(0);
    expect(hear(30, 35, 36)).toBe(0);
  });

  it('goes by what a push says later, and starts anew after a sleep', () => {
    const { clock, hear } = hearing();
    hear(0, 3, 6);
    clock.heard(at(8)); // pushed, 2 s ahead of what was known
    expect((clock.now() - START) / 1_000).toBeGreaterThanOrEqual(8);
    expect(hear(10, 3_612, 14)).toBe(3_600);
  });

  it('goes back with a server whose clock was set back', () => {
    const { clock, hear } = hearing();
    hear(0, 0, 0);
    expect(hear(5, -3_595, 5)).toBe(-3_600);
    clock.heard(at(-3_595)); // a push
    expect(hear(10, -3_590, 10)).toBe(-3_600);
  });

  it('stays right for days on a device whose clock runs 5 s a day fast', { tags: 'B4' }, () => {
    const { hear } = hearing();
    const RATE = 1 + 5 / 86_400;
    const wrongBy = [];
    for (let second = 0; second < 3 * 86_400; second += 60) {
      const own = second * RATE;
      wrongBy.push(Math.abs(hear(own - 0.1, second, own) - (second - own)));
    }
    expect(Math.max(...wrongBy)).toBeLessThan(0.5);
  });

  it('does not go back for a second server that is behind', () => {
    const { hear } = hearing();
    hear(0, 0, 0);
    expect(hear(5, 2, 5)).toBe(0);
  });
});

describe('the time left', () => {
  const open = { pickEndsAt: at(40), roundClosesAt: at(50) } as Match;

  it.each([
    [0, 'break', 10, 50],
    [9.5, 'break', 1, 41],
    [10, 'pick', 30, 40],
    [29.2, 'pick', 11, 21],
    [39.99, 'pick', 1, 11],
    [40, 'grace', 10, 10],
    [49.1, 'grace', 1, 1],
    [51, 'closed', 0, 0],
  ])('%s s after the opening: %s, %i s, closed in %i s', (seconds, phase, left, untilClosed) => {
    expect(timeLeft(open, START + seconds * 1000)).toEqual({ phase, seconds: left, untilClosed });
  });

  it('is null while no round is open', () => {
    expect(timeLeft({ pickEndsAt: null, roundClosesAt: null } as Match, START)).toBeNull();
  });
});
