import { type ReactNode, useId, useState } from 'react';
import { settings } from '#web/api/settings.ts';
import { useStore } from '#web/ui/external-store.ts';
import { CHOICES, demoWallet, isDemoWalletOn, switchDemoWallet } from './start.ts';
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

/** Whether there is a demo wallet in this tab: off, the page is what somebody without a Sui wallet meets. */
function DemoSwitch() {
  const wallet = demoWallet(settings().network);
  const isOn = useStore(isDemoWalletOn);
  const about = useId();
  return (
    <label className="persona demo-switch">
      <input
        type="checkbox"
        aria-label={texts.wallet}
        aria-describedby={about}
        checked={isOn}
        onChange={({ target }) => switchDemoWallet(wallet, target.checked)}
      />
      <span className="persona-words">
        <span className="strong">{texts.wallet}</span>
        <span id={about} className="text-small text-dim">
          {isOn ? texts.walletOn : texts.walletOff}
        </span>
      </span>
    </label>
  );
}
