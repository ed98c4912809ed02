/** Sounds of the table, made on the spot by Web Audio: no files. Off until asked for, per browser. */
import { createStore } from '#web/ui/external-store.ts';

/** Each sound as notes: start and length in seconds, pitch in Hz gliding from one to the other. */
interface Note {
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

type Sound = keyof typeof SOUNDS;

const KEY = 'battle_sound';

/** True while sound is wanted. */
export const soundChoice = createStore(remembered());
let output: { context: AudioContext; gain: GainNode } | null = null;

export function setSound(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off');
  } catch {
    // Storage may be closed to us; the choice then lasts as long as the page.
  }
  soundChoice.set(isOn);
  if (isOn) playSound('pick');
}

/** Plays at once, or not at all: a page without Web Audio, or that nobody touched yet, stays silent. */
export function playSound(sound: Sound): void {
  if (!soundChoice.get()) return;
  output ??= open();
  if (output === null) return;
  const { context, gain } = output;
  if (context.state === 'suspended') void context.resume().catch(() => {});
  for (const note of SOUNDS[sound]) play(context, gain, note);
}

function open(): typeof output {
  if (typeof AudioContext === 'undefined') return null;
  const context = new AudioContext();
  const gain = context.createGain();
  gain.gain.value = 0.32;
  gain.connect(context.destination);
  return { context, gain };
}

function play(context: AudioContext, out: AudioNode, note: Note): void {
  const start = context.currentTime + note.at;
  const end = start + note.length;
  const envelope = context.createGain();
  envelope.gain.setValueAtTime(note.level, start);
  // Exponential ramps never reach 0.
  envelope.gain.exponentialRampToValueAtTime(0.001, end);
  envelope.connect(out);
  const source = note.kind === 'noise' ? noise(context, note) : tone(context, note, start, end);
  source.connect(envelope);
  source.start(start);
  source.stop(end);
}

function tone(context: AudioContext, note: Note, start: number, end: number): OscillatorNode {
  const oscillator = context.createOscillator();
  oscillator.type = note.kind === 'noise' ? 'sine' : note.kind;
  oscillator.frequency.setValueAtTime(note.from, start);
  oscillator.frequency.exponentialRampToValueAtTime(note.to, end);
  return oscillator;
}

function noise(context: AudioContext, note: Note): AudioBufferSourceNode {
  const frames = Math.ceil(context.sampleRate * note.length);
  const buffer = context.createBuffer(1, frames, context.sampleRate);
  const channel = buffer.getChannelData(0);
  for (let frame = 0; frame < frames; frame += 1) channel[frame] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  return source;
}

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}
