import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { BATTLE_PATH } from '#rules/pages.ts';
import { settings } from '#web/api/settings.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { texts, toastWords } from '#web/frame/texts.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { useStore } from '#web/ui/external-store.ts';
import { toast, toasts } from '#web/ui/toasts.ts';
import { signIn, useConnection, walletDialog } from '#web/wallet/page-connection.ts';
import { afterFirstDraw } from './after-first-draw.ts';
import { loadDemoNotice, loadPersonaPicker } from './demo-parts.ts';

const loadWalletDialog = () => import('#web/wallet/WalletDialog.tsx');
const loadSignIn = () => import('#web/wallet/SignInDialog.tsx');
const WalletDialog = lazy(async () => ({ default: (await loadWalletDialog()).WalletDialog }));
const SignInDialog = lazy(async () => ({ default: (await loadSignIn()).SignInDialog }));
const Toaster = lazy(async () => ({ default: (await import('#web/ui/Toaster.tsx')).Toaster }));
const MatchBanner = lazy(async () => ({
  default: (await import('#web/battle/game/MatchBanner.tsx')).MatchBanner,
}));
const PersonaPicker = lazy(async () => ({ default: (await loadPersonaPicker()).PersonaPicker }));
const DemoNotice = lazy(async () => ({ default: (await loadDemoNotice()).DemoNotice }));

export function preloadDialogs(): void {
  for (const load of [loadWalletDialog, loadSignIn]) load().catch(() => {});
}

/** What lies over the pages: dialogs, toasts, the demo notice. None of it is part of the first draw. */
export function Dialogs() {
  const [isPageDrawn, setIsPageDrawn] = useState(false);
  const isWalletAsked = useStore(walletDialog) !== null;
  const isSigning = useStore(signIn.state).status !== 'idle';
  const isToastWaiting = useStore(toasts).length > 0;
  const connected = useConnection();
  const { status } = connected;
  const [path] = useLocation();
  const { isDemo } = settings();

  useEffect(
    () =>
      afterFirstDraw(() => {
        setIsPageDrawn(true);
        preloadDialogs();
      }),
    [],
  );

  const onFailed = (error: unknown, origin: 'nav' | 'page') => {
    if (origin === 'nav') toast(toastWords.connectFailed);
    else console.error(error);
  };

  // Each on its own: while one of them is fetched, the others must not vanish.
  return (
    <>
      <Suspense fallback={null}>
        {(isPageDrawn || isToastWaiting) && (
          <Toaster label={texts.notifications} closeLabel={texts.close} />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {isPageDrawn && connected.status === 'connected' && path !== BATTLE_PATH && (
          <MatchBanner
            key={connected.address}
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
      </Suspense>
      <Suspense fallback={null}>
        {isPageDrawn && isDemo && <DemoNotice isConnected={status === 'connected'} />}
      </Suspense>
      <Suspense fallback={null}>
        {(isWalletAsked || isPageDrawn) && (
          <WalletDialog closeLabel={texts.close} onFailed={onFailed}>
            {isDemo && <PersonaPicker />}
          </WalletDialog>
        )}
      </Suspense>
      <Suspense fallback={null}>
        {(isSigning || isPageDrawn) && <SignInDialog closeLabel={texts.close} />}
      </Suspense>
    </>
  );
}
