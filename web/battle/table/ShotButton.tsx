import { playSound } from './sound.ts';
import { texts } from './texts.ts';
import './shot.css';

interface ShotButtonProps {
  /** `pick`: nothing to put down yet. `sending` and `played` take no press. */
  state: 'pick' | 'ready' | 'sending' | 'played';
  onShot(): void;
}

/** SHOT! puts the picked card down. On a phone it stays under the thumb. */
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
