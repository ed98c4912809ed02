import { afterEach, describe, expect, it, vi } from 'vitest';
import { CLASH_MS, IMPACT_MS } from './Clash.tsx';
import { playSound, SOUNDS, setSound, soundChoice } from './sound.ts';

afterEach(() => void vi.unstubAllGlobals());

describe('the sounds of the table', () => {
  it('every note can be ramped: pitch and level above 0, short enough not to run into the next', () => {
    for (const notes of Object.values(SOUNDS)) {
      expect(notes.length).toBeGreaterThan(0);
      for (const { at, length, from, to, level } of notes) {
        expect(Math.min(from, to, length, level)).toBeGreaterThan(0);
        expect(level).toBeLessThanOrEqual(1);
        expect(at + length).toBeLessThan(1);
      }
    }
  });

  it('the clash is over within a second, its impact in the first third', () => {
    expect(CLASH_MS).toBeLessThan(1000);
    expect(IMPACT_MS).toBeLessThan(CLASH_MS / 3);
  });

  it('a browser that refuses them costs nobody a shot: the game goes on in silence', () => {
    const opened = vi.fn();
    vi.stubGlobal('AudioContext', function refuse() {
      opened();
      throw new DOMException('no audio here', 'NotSupportedError');
    });
    vi.spyOn(console, 'warn').mockReturnValue();
    soundChoice.set(true);
    expect(() => playSound('shot')).not.toThrow();
    expect(opened).toHaveBeenCalled();
    soundChoice.set(false);
  });

  it('a choice that the full storage does not take counts for this page, not the one before it', () => {
    vi.stubGlobal('localStorage', fullStorage({ battle_sound: 'on' }));
    vi.spyOn(console, 'warn').mockReturnValue();
    soundChoice.set(true);
    setSound(false);
    playSound('pick');
    expect(soundChoice.get()).toBe(false);
  });
});

/** Takes nothing more; what it has can be read and removed. */
function fullStorage(
  kept: Record<string, string>,
): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  return {
    getItem: (key) => kept[key] ?? null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: (key) => void delete kept[key],
  };
}
