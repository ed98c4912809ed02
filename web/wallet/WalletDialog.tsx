import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useStore } from '#web/ui/external-store.ts';
import { isMobile } from './detect.ts';
import { InstallHints, MobileOffer } from './InstallHints.tsx';
import { connection, useConnection, walletDialog, wallets } from './page-connection.ts';
import { dialogWords as words } from './texts.ts';
import { WalletList } from './WalletList.tsx';
import './wallet.css';

interface WalletDialogProps {
  /** A connection failed; the dialog has shown it beside the wallets already. */
  onFailed: (error: unknown, origin: 'nav' | 'page') => void;
  closeLabel: string;
  /** Stands above the wallets: demo mode explains its own wallet here. */
  children?: ReactNode;
}

/** 'Connect Your Wallet': the wallets found in this browser, or how to get one. */
export function WalletDialog({ onFailed, closeLabel, children }: WalletDialogProps) {
  const origin = useStore(walletDialog);
  const found = useStore(wallets);
  const now = useConnection();
  const [failed, setFailed] = useState<string | null>(null);

  const close = () => {
    setFailed(null);
    connection.cancel();
    walletDialog.set(null);
  };
  const pick = async (walletName: string) => {
    setFailed(null);
    try {
      if ((await connection.connect(walletName)) !== null) walletDialog.set(null);
    } catch (error) {
      setFailed(walletName);
      onFailed(error, origin ?? 'page');
    }
  };
  const waitingFor = now.status === 'connecting' ? now.walletName : null;
  const hasWallets = found.length > 0;

  return (
    <Dialog
      isOpen={origin !== null}
      onClose={close}
      title={words.title}
      closeLabel={closeLabel}
      intro={hasWallets ? words.intro : isMobile() ? words.mobileHow : words.none}
    >
      {children}
      {hasWallets ? (
        <WalletList wallets={found} waitingFor={waitingFor} onPick={pick} />
      ) : isMobile() ? (
        <MobileOffer />
      ) : (
        <InstallHints />
      )}
      <div className="wallet-foot">
        <p role="status" className="text-dim">
          {waitingFor !== null && words.connecting(waitingFor)}
        </p>
        {waitingFor !== null && <Button onClick={() => connection.cancel()}>{words.cancel}</Button>}
        {failed !== null && waitingFor === null && (
          <p role="alert" className="problem">
            {words.failed(failed)}
          </p>
        )}
      </div>
    </Dialog>
  );
}
