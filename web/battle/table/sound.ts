/** Sounds of the table, made on the spot by Web Audio: no files. Off until asked for, per browser. */
import { createStore } from '#web/ui/external-store.ts';
import { type Note, SOUNDS } from './sound-notes.ts';

export type Sound = keyof typeof SOUNDS;

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
