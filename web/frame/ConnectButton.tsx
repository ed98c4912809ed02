import { type MouseEvent, useContext } from 'react';
import { Button, type ButtonLook } from '#web/ui/Button.tsx';
import { disconnectGuard } from '#web/ui/disconnect-guard.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { toast } from '#web/ui/toasts.ts';
import {
  connection,
  isConnected,
  useConnection,
  walletDialog,
} from '#web/wallet/page-connection.ts';
import { connectTexts as words } from '#web/wallet/texts.ts';
import { PreloadingContext } from './PageLink.tsx';
import { toastTexts } from './texts.ts';

interface ConnectButtonProps {
  /** A failure shows a toast when connecting from the navigation bar, and is only logged elsewhere. */
  origin: 'nav' | 'page';
  look?: ButtonLook;
  size?: 'sm' | 'lg';
  onPress?: () => void;
}

export function ConnectButton({ origin, look = 'primary', size, onPress }: ConnectButtonProps) {
  const { status } = useConnection();
  const preloading = useContext(PreloadingContext);
  if (status === 'connected') {
    const disconnect = () => {
      onPress?.();
      const go = () => {
        connection
          .disconnect()
          .then(
            () => toastTexts.disconnected,
            () => toastTexts.disconnectFailed,
          )
          // A wallet may answer late: who is connected again by then would read that they are not.
          .then((said) => isConnected() || toast(said));
      };
      const ask = disconnectGuard.get();
      if (ask === null) go();
      else ask(go);
    };
    return (
      <Button look="quiet" size={size} onClick={disconnect}>
        {words.disconnect}
      </Button>
    );
  }
  // Not by the second press of a double click on Disconnect, which lay here.
  const connect = ({ detail }: MouseEvent) => {
    if (detail > 1) return;
    onPress?.();
    walletDialog.set(origin);
  };
  return (
    <Button
      look={look}
      size={size}
      disabled={status === 'connecting'}
      onPointerEnter={preloading.dialogs}
      onFocus={preloading.dialogs}
      onClick={connect}
    >
      <Icon name="wallet" size="1.15em" />
      {status === 'connecting' ? words.connecting : words.connect}
    </Button>
  );
}
