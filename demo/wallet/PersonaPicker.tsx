import { useId, useState } from 'react';
import { settings } from '#web/api/settings.ts';
import { CHOICES, demoWallet } from './start.ts';
import { texts } from './texts.ts';
import './demo.css';

interface PersonaPickerProps {
  onPick?: () => void;
}

/** The choice of persona. While connected, it switches the account. */
export function PersonaPicker({ onPick }: PersonaPickerProps) {
  const wallet = demoWallet(settings().network);
  const [chosen, setChosen] = useState(wallet.persona);
  const group = useId();
  return (
    <fieldset className="personas">
      <legend>{texts.who}</legend>
      <div className="persona-grid">
        {CHOICES.map((persona) => (
          <label key={persona.name} className="persona" title={persona.about}>
            <input
              type="radio"
              name={group}
              value={persona.name}
              checked={persona.name === chosen.name}
              onChange={() => {
                wallet.become(persona);
                setChosen(persona);
                onPick?.();
              }}
            />
            <span className="persona-words">
              <bdi className="strong">{persona.displayName}</bdi>
              <span className="tabular text-small text-dim">{texts.cards(persona)}</span>
            </span>
          </label>
        ))}
      </div>
      <p className="persona-about text-small text-dim">{chosen.about}</p>
    </fieldset>
  );
}
