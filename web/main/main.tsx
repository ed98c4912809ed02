import '#web/ui/theme.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { followServer } from '#web/api/server-state.ts';
import { endSession, signInThrough } from '#web/api/session-gate.ts';
import { loadSettings } from '#web/api/settings.ts';
import { rememberScroll } from '#web/frame/scroll-memory.ts';
import { pressOnce } from '#web/ui/held-enter.ts';
import { toast } from '#web/ui/toasts.ts';
import { isMobile } from '#web/wallet/detect.ts';
import { connection, reloadWhenOthersConnected, signIn } from '#web/wallet/page-connection.ts';
import { App } from './App.tsx';
import { followConnection } from './after-connect.ts';
import { ownWalletsReady } from './demo-parts.ts';
import { takeInitialData } from './initial-data.ts';
import { reloadWhenOutdated } from './outdated.ts';
import { queryClient } from './query-client.ts';
import { codeAt } from './routes.tsx';

const page = codeAt(location.pathname);
const codeLoad = page.load();
reloadWhenOutdated(() => codeAt(location.pathname).get().status === 'failed');
await loadSettings(document);
followServer();
reloadWhenOthersConnected();
rememberScroll();
pressOnce(document);
signInThrough(signIn.ensureSession);
followConnection({
  connection,
  queries: queryClient,
  endSession,
  toast,
  isMobile: isMobile(),
});
// Only a returning visitor waits for the page's own wallets: they must be registered before they are reconnected.
void connection.restore(ownWalletsReady);

await nextTask();
const root = document.getElementById('root')!;
const app = (
  <StrictMode>
    <App queries={queryClient} />
  </StrictMode>
);
if (takeInitialData(queryClient, document)) {
  // Meanwhile the prerendered page can be read.
  await untilLoaded();
  await nextTask();
  startTransition(() => {
    hydrateRoot(root, app, { onRecoverableError: console.error });
  });
} else {
  // As a transition: otherwise the first render is one long task on a slow phone.
  startTransition(() => createRoot(root).render(app));
}

/** Ends the task, so that the start of the program is several short ones. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

async function untilLoaded(): Promise<void> {
  await codeLoad;
  if (page.get().status === 'loaded') return;
  document.documentElement.dataset.unfinished = '';
  await new Promise<void>((resolve) => {
    page.subscribe(() => {
      if (page.get().status === 'loaded') resolve();
    });
  });
  delete document.documentElement.dataset.unfinished;
}
