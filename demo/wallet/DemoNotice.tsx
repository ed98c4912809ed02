import { type ReactNode, useState } from 'react';
import { settings } from '#web/api/settings.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { connection } from '#web/wallet/page-connection.ts';
import { PERSONAS } from '../personas.ts';
import { PersonaPicker } from './PersonaPicker.tsx';
import { demoWallet } from './start.ts';
import { texts } from './texts.ts';
import './demo.css';

interface DemoNoticeProps {
  /** Of the connected wallet. */
  walletName: string | null;
  /** The mark that stood there before. */
  children?: ReactNode;
}

/** Says on every page that this is a demo; opens an explanation and the choice of persona. */
export function DemoNotice({ walletName, children }: DemoNoticeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const wallet = demoWallet(settings().network);
  // Another wallet is somebody else's.
  const isConnected = walletName === wallet.name;
  const persona = PERSONAS.find(({ name }) => name === wallet.persona.name);
  const connect = () => {
    setIsOpen(false);
    connection.connect(wallet.name).catch(console.error);
  };
  return (
    <>
      <button
        type="button"
        className="demo-notice"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {children}
        {isConnected ? (
          <bdi className="truncate">{persona?.displayName}</bdi>
        ) : (
          <span>{texts.noticeHelp}</span>
        )}
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={texts.title}
        intro={texts.explain}
      >
        <PersonaPicker canSwitchOff>
          <p className="text-small text-dim">{isConnected ? texts.now : texts.connectFirst}</p>
          {!isConnected && (
            <Button look="primary" className="demo-connect" onClick={connect}>
              {texts.connect}
            </Button>
          )}
        </PersonaPicker>
      </Dialog>
    </>
  );
}
