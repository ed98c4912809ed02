import { type ReactNode, useId, useState } from 'react';
import { settings } from '#web/api/settings.ts';
import { useStore } from '#web/ui/external-store.ts';
import { DemoSwitch } from './DemoSwitch.tsx';
import { CHOICES, demoWallet, isDemoWalletOn } from './start.ts';
import { texts } from './texts.ts';
import './demo.css';

interface PersonaPickerProps {
  /** Offers to switch the demo wallet off; the way back is always offered. */
  canSwitchOff?: boolean;
  /** A line below the choice. */
  children?: ReactNode;
}

/** The choice of persona, where there is a demo wallet. While connected, it switches the account. */
export function PersonaPicker({ canSwitchOff = false, children }: PersonaPickerProps) {
  const wallet = demoWallet(settings().network);
  const [chosen, setChosen] = useState(wallet.persona);
  const isOn = useStore(isDemoWalletOn);
  const [wasOff] = useState(!isOn);
  const group = useId();
  return (
    <>
      {isOn && (
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
          {children}
        </fieldset>
      )}
      {/* Stays after it was used, so that the focus does. */}
      {(canSwitchOff || wasOff || !isOn) && <DemoSwitch />}
    </>
  );
}
