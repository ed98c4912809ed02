import type { Wallet } from '@mysten/wallet-standard';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { settings } from '#web/api/settings.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useStore } from '#web/ui/external-store.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Problem } from '#web/ui/Problem.tsx';
import { identityOf, isMobile } from './detect.ts';
import { dialogTexts as words } from './dialog-texts.ts';
import { InstallHints, MobileOffer } from './InstallHints.tsx';
import { connection, useConnection, walletDialog, wallets } from './page-connection.ts';
import { errorTexts } from './texts.ts';
import './wallet.css';

interface WalletDialogProps {
  /** Resolves when the wallets that the page itself brings can be found. */
  ready: () => Promise<void>;
  /** Called after a failed connection, which the dialog already shows. */
  onFailed: (error: unknown, origin: 'nav' | 'page') => void;
  /** Shown above the wallets: the notice of demo mode. */
  children?: ReactNode;
}

/** 'Connect Your Wallet': the wallets of this browser, or where to get one. */
export function WalletDialog({ ready, onFailed, children }: WalletDialogProps) {
  const origin = useStore(walletDialog);
  const found = useStore(wallets);
  const now = useConnection();
  const { mutate, reset, variables, isError } = useMutation({
    mutationFn: (wallet: Wallet) => connection.connect(wallet),
    onSuccess: (address) => address !== null && walletDialog.set(null),
    onError: (error) => onFailed(error, origin ?? 'page'),
  });
  const picked = variables ?? null;

  const close = () => {
    reset();
    connection.cancel();
    walletDialog.set(null);
  };
  const { isDemo } = settings();
  const look = useEffectEvent(async (from: 'nav' | 'page', signal: AbortSignal) => {
    await ready().catch(console.error);
    if (!signal.aborted && wallets.get().length === 0) {
      onFailed(new Error(errorTexts.noExtensions), from);
    }
  });
  // The dialog is mounted ahead of a press; so its wallets are there at the press.
  useEffect(() => void ready().catch(console.error), [ready]);
  useEffect(() => {
    if (origin === null) return;
    const closed = new AbortController();
    void look(origin, closed.signal);
    return () => closed.abort();
  }, [origin]);

  const waitingFor = now.status === 'connecting' ? now.walletName : null;
  const hasWallets = found.length > 0;
  const isPhone = isMobile();

  return (
    <Dialog
      isOpen={origin !== null}
      onClose={close}
      title={words.title}
      intro={hasWallets ? words.intro : isPhone ? words.mobileHow : words.none}
    >
      {children}
      {hasWallets && (
        <WalletList
          wallets={found}
          isBusy={waitingFor !== null}
          waitingFor={waitingFor === null ? null : picked}
          onPick={mutate}
        />
      )}
      {hasWallets && (isPhone || isDemo) && (
        <h3 className="wallet-own text-dim">{isPhone ? words.ownMobile : words.own}</h3>
      )}
      {isPhone ? <MobileOffer /> : (!hasWallets || isDemo) && <InstallHints />}
      <div className="wallet-foot">
        <p role="status" className="text-dim">
          {waitingFor !== null && words.connecting(waitingFor)}
        </p>
        {waitingFor !== null && <Button onClick={() => connection.cancel()}>{words.cancel}</Button>}
        <Problem words={isError && picked !== null ? words.failed(picked.name) : null} />
      </div>
    </Dialog>
  );
}

interface WalletListProps {
  wallets: readonly Wallet[];
  isBusy: boolean;
  waitingFor: Wallet | null;
  onPick: (wallet: Wallet) => void;
}

function WalletList({ wallets, isBusy, waitingFor, onPick }: WalletListProps) {
  return (
    <ul className="wallet-rows">
      {wallets.map((wallet) => (
        <li key={identityOf(wallet)}>
          <button
            type="button"
            className="wallet-row"
            // Not `disabled`: the focus would be lost for as long as the wallet takes.
            aria-disabled={isBusy || undefined}
            data-waiting={waitingFor === wallet || undefined}
            onClick={() => isBusy || onPick(wallet)}
          >
            <WalletIcon wallet={wallet} />
            <span className="wallet-name">{wallet.name}</span>
            <Icon name="next" className="text-ki" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Its first letter when it has no picture, or one that the page may not load. */
function WalletIcon({ wallet: { name, icon } }: { wallet: Wallet }) {
  const [isBroken, setIsBroken] = useState(!icon);
  if (!isBroken) {
    const onError = () => setIsBroken(true);
    return (
      <img src={icon} alt="" width={40} height={40} className="wallet-icon" onError={onError} />
    );
  }
  return (
    <span aria-hidden="true" className="wallet-initial">
      {Array.from(name.trim())[0]}
    </span>
  );
}
