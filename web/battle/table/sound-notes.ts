/** Each sound as notes: start and length in seconds, pitch in Hz gliding from one to the other. */
export interface Note {
  readonly kind: 'sine' | 'square' | 'triangle' | 'sawtooth' | 'noise';
  readonly at: number;
  readonly length: number;
  readonly from: number;
  readonly to: number;
  readonly level: number;
}

const note = (
  kind: Note['kind'],
  at: number,
  length: number,
  from: number,
  to = from,
  level = 0.6,
): Note => ({ kind, at, length, from, to, level });

export const SOUNDS = {
  /** A card tapped. */
  pick: [note('triangle', 0, 0.07, 620, 880, 0.5)],
  /** A card thrown. */
  shot: [note('noise', 0, 0.16, 1, 1, 0.35), note('sawtooth', 0, 0.2, 220, 70, 0.5)],
  'tick-3': [note('square', 0, 0.09, 392, 392, 0.25)],
  'tick-2': [note('square', 0, 0.09, 440, 440, 0.25)],
  'tick-1': [note('square', 0, 0.16, 587, 587, 0.3)],
  clash: [note('noise', 0, 0.22, 1, 1, 0.6), note('sine', 0, 0.3, 150, 42, 0.9)],
  won: [
    note('triangle', 0, 0.14, 523),
    note('triangle', 0.09, 0.14, 659),
    note('triangle', 0.18, 0.34, 784),
  ],
  lost: [note('triangle', 0, 0.18, 330, 311), note('triangle', 0.15, 0.4, 247, 208)],
  tie: [note('triangle', 0, 0.22, 392, 392, 0.5), note('triangle', 0, 0.22, 440, 440, 0.5)],
} as const satisfies Record<string, readonly Note[]>;
