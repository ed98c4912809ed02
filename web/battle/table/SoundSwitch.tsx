import { useStore } from '#web/ui/external-store.ts';
import { setSound, soundChoice } from './sound.ts';
import { texts } from './texts.ts';

export function SoundSwitch() {
  const isOn = useStore(soundChoice);
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      className="sound-switch"
      onClick={() => setSound(!isOn)}
    >
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
        <path d="M4 9.500h4l5-4.500v14l-5-4.500H4Z" />
        <path
          d={
            isOn
              ? 'M16.500 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11'
              : 'M16.500 9.500l5 5M21.500 9.500l-5 5'
          }
        />
      </svg>
      <span>
        {texts.sound.name} <span aria-hidden="true">{isOn ? texts.sound.on : texts.sound.off}</span>
      </span>
    </button>
  );
}
