import { useStore } from '#web/ui/external-store.ts';
import { playSound, type Sound, setSound, soundChoice } from './sound.ts';

/** The choice of this browser, and a way to play a sound by name (silent while the choice is off). */
export function useSound(): {
  readonly isOn: boolean;
  setOn(isOn: boolean): void;
  play(sound: Sound): void;
} {
  const isOn = useStore(soundChoice);
  return { isOn, setOn: setSound, play: playSound };
}
