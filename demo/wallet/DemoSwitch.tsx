import { useId } from 'react';
import { settings } from '#web/api/settings.ts';
import { useStore } from '#web/ui/external-store.ts';
import { demoWallet, isDemoWalletOn, switchDemoWallet } from './start.ts';
import { texts } from './texts.ts';
import './demo.css';

/** Whether there is a demo wallet in this tab: off, the page is what somebody without a Sui wallet meets. */
export function DemoSwitch() {
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
