import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { BATTLE_PATH } from '#rules/pages.ts';
import { settings } from '#web/api/settings.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { texts, toastTexts } from '#web/frame/texts.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { useStore } from '#web/ui/external-store.ts';
import { lazyCode } from '#web/ui/lazy-code.ts';
import { Lazy } from '#web/ui/lazy-part.tsx';
import { currentToast, toast } from '#web/ui/toasts.ts';
import { signIn, useConnection, walletDialog } from '#web/wallet/page-connection.ts';
import { afterFirstRender } from './after-first-render.ts';
import { loadDemoNotice, loadPersonaPicker, ownWalletsReady } from './demo-parts.ts';
import { codeAt } from './routes.tsx';

const walletPart = lazyCode(
  async () => (await import('#web/wallet/WalletDialog.tsx')).WalletDialog,
);
const signInPart = lazyCode(
  async () => (await import('#web/wallet/SignInDialog.tsx')).SignInDialog,
);
const toaster = lazyCode(async () => (await import('#web/ui/Toaster.tsx')).Toaster);
const matchBanner = lazyCode(
  async () => (await import('#web/battle/game/MatchBanner.tsx')).MatchBanner,
);
const personaPicker = lazyCode(async () => (await loadPersonaPicker()).PersonaPicker);
const demoNotice = lazyCode(async () => (await loadDemoNotice()).DemoNotice);

export function preloadDialogs(): void {
  for (const { preload } of [walletPart, signInPart]) preload();
}

/** The pages of the bar, so that a press shows them at once. */
function pagesAhead(): (() => void)[] {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return [];
  return texts.navLinks.map(({ path }) => codeAt(path).preload);
}

/** In the first render, so that it is there without a script too; the notice takes its place. */
const DEMO = <span className="demo-notice-mark">{texts.demo}</span>;
const DEMO_MARK = <aside className="demo-notice">{DEMO}</aside>;

/** Dialogs, toasts, demo notice. Only the mark of the demo is part of the first render. */
export function Dialogs() {
  const [isPageRendered, setIsPageRendered] = useState(false);
  const isWalletAsked = useStore(walletDialog) !== null;
  const isSigning = useStore(signIn.state).status !== 'idle';
  const isToastWaiting = useStore(currentToast) !== null;
  const connected = useConnection();
  const [path] = useLocation();
  const { isDemo } = settings();

  useEffect(
    () =>
      afterFirstRender(
        () => setIsPageRendered(true),
        preloadDialogs,
        ...pagesAhead(),
        // The page works without it, except while the server cannot be reached.
        () =>
          import('./service-worker.ts')
            .then(({ startServiceWorker }) => startServiceWorker())
            .catch(console.warn),
      ),
    [],
  );

  const onFailed = (error: unknown, origin: 'nav' | 'page') => {
    if (origin === 'nav') toast(toastTexts.connectFailed);
    else console.error(error);
  };

  // `isQuiet`: loaded ahead, before it is asked for.
  return (
    <>
      {(isPageRendered || isToastWaiting) && (
        <Lazy part={toaster} isQuiet={!isToastWaiting} label={texts.notifications} />
      )}
      {isPageRendered && connected.status === 'connected' && (
        <Lazy
          part={matchBanner}
          isQuiet
          key={connected.address}
          // Loaded at the table, too: after an update it would not come any more when the player leaves.
          isAtTable={path === BATTLE_PATH}
          wallet={connected.address}
          link={(words, onBack) => (
            <PageLink
              href={BATTLE_PATH}
              className={buttonClass({ look: 'primary', size: 'sm' })}
              onClick={onBack}
            >
              {words}
            </PageLink>
          )}
        />
      )}
      {isDemo && !isPageRendered && DEMO_MARK}
      {isDemo && isPageRendered && (
        <Lazy
          part={demoNotice}
          isQuiet
          placeholder={DEMO_MARK}
          walletName={connected.status === 'connected' ? connected.wallet.name : null}
        >
          {DEMO}
        </Lazy>
      )}
      {(isWalletAsked || isPageRendered) && (
        <Lazy
          part={walletPart}
          isQuiet={!isWalletAsked}
          ready={ownWalletsReady}
          onFailed={onFailed}
        >
          {isDemo && <Lazy part={personaPicker} isQuiet />}
        </Lazy>
      )}
      {(isSigning || isPageRendered) && <Lazy part={signInPart} isQuiet={!isSigning} />}
    </>
  );
}
