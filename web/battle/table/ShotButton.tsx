import { playSound } from './sound.ts';
import { texts } from './texts.ts';
import './shot.css';

interface ShotButtonProps {
  /** `pick`: no card picked yet. `sending` and `played` ignore clicks. */
  state: 'pick' | 'ready' | 'sending' | 'played';
  onShot(): void;
}

/** SHOT! plays the picked card. On a phone it sticks to the foot of the screen. */
export function ShotButton({ state, onShot }: ShotButtonProps) {
  return (
    <div className="shot">
      <button
        type="button"
        className="shot-button"
        data-state={state}
        aria-describedby="shot-state"
        aria-disabled={state !== 'ready' || undefined}
        aria-busy={state === 'sending' || undefined}
        onClick={() => {
          if (state !== 'ready') return;
          playSound('shot');
          onShot();
        }}
      >
        <span className="shot-shadow" aria-hidden="true" />
        <span className="shot-slab">
          <span className="shot-word">{texts.shot}</span>
        </span>
      </button>
      {/* Printed on the slab, but not part of the button's name. */}
      <span id="shot-state" className="shot-state" data-state={state}>
        {texts.shotState[state]}
      </span>
    </div>
  );
}
