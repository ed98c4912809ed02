import type { Wallet } from '@mysten/wallet-standard';
import { Icon } from '#web/ui/Icon.tsx';

interface WalletListProps {
  wallets: readonly Wallet[];
  /** Name of the wallet that is connecting. */
  waitingFor: string | null;
  onPick: (walletName: string) => void;
}

/** The detected wallets, as buttons with icon and name. */
export function WalletList({ wallets, waitingFor, onPick }: WalletListProps) {
  return (
    <ul className="wallet-rows">
      {wallets.map((wallet) => (
        <li key={wallet.id ?? wallet.name}>
          <button
            type="button"
            className="wallet-row"
            disabled={waitingFor !== null}
            data-waiting={waitingFor === wallet.name || undefined}
            onClick={() => onPick(wallet.name)}
          >
            <img src={wallet.icon} alt="" width={40} height={40} className="wallet-icon" />
            <span className="wallet-name truncate">{wallet.name}</span>
            <Icon name="next" className="text-ki" />
          </button>
        </li>
      ))}
    </ul>
  );
}
