import '#web/ui/theme.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { signInThrough } from '#web/api/session-gate.ts';
import { loadSettings } from '#web/api/settings.ts';
import { rememberScroll } from '#web/frame/scroll-memory.ts';
import { toast } from '#web/ui/toasts.ts';
import { isMobile } from '#web/wallet/detect.ts';
import { connection, signIn } from '#web/wallet/page-connection.ts';
import { App } from './App.tsx';
import { followConnection } from './after-connect.ts';
import { demoWalletReady } from './demo-parts.ts';
import { followMissing } from './outdated.ts';
import { queryClient } from './query-client.ts';
import { codeAt } from './routes.tsx';

void codeAt(location.pathname).ask();
followMissing(() => codeAt(location.pathname).get().status === 'missing');
await loadSettings(document);
rememberScroll();
signInThrough(signIn.ensureSession);
followConnection({
  connection,
  queries: queryClient,
  endSession: signIn.endSession,
  toast,
  isMobile: isMobile(),
});
// The demo wallet has to be there before it can be found again; without a visit before it can wait.
void connection.restore(demoWalletReady);

// In slices: on a slow phone the first draw would else be one long task that answers to nothing.
startTransition(() => {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
