import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type AroundNavHandler, Router } from 'wouter';
import { Layout } from '#web/frame/Layout.tsx';
import { type Preloading, PreloadingContext } from '#web/frame/PageLink.tsx';
import { move } from '#web/ui/view-transition.ts';
import { Dialogs, preloadDialogs } from './Dialogs.tsx';
import { CurrentPage, codeAt } from './routes.tsx';

const PRELOADING: Preloading = {
  page: (path) => codeAt(path).preload(),
  dialogs: preloadDialogs,
};

/** Links to pages are animated; the browser's own back and forward are not, so that they are instant. */
const AROUND: AroundNavHandler = (navigate, to, options) => {
  if (options?.transition) move(() => navigate(to, options));
  else navigate(to, options);
};

interface AppProps {
  queries: QueryClient;
  /** With its query, for rendering on the server, which has no address bar. */
  path?: string;
}

export function App({ queries, path }: AppProps) {
  useEffect(becomeInteractive, []);
  return (
    <QueryClientProvider client={queries}>
      <PreloadingContext value={PRELOADING}>
        <Router aroundNav={AROUND} {...(path === undefined ? {} : { ssrPath: path })}>
          <Layout overlays={<Dialogs />}>
            <CurrentPage />
          </Layout>
        </Router>
      </PreloadingContext>
    </QueryClientProvider>
  );
}

/**
 * The page reacts from now on. What was typed and chosen before is typed and chosen again, and a button that was
 * clicked before (see index.html) is clicked again.
 */
function becomeInteractive(): void {
  const page = document.documentElement as HTMLElement & { pressed?: HTMLElement };
  for (const field of document.querySelectorAll('input')) enterAgain(field);
  page.dataset.interactive = '';
  const { pressed } = page;
  // After React has rendered what was entered: the click may depend on it.
  if (pressed) setTimeout(() => pressed.isConnected && pressed.click());
}

/**
 * React hydrates a field with what stands in it, and reports only what differs from that: so it is first told what the
 * server wrote, through the setters that React itself put on the element.
 */
function enterAgain(field: HTMLInputElement): void {
  if (field.checked && !field.defaultChecked) {
    field.checked = false;
    field.click();
  }
  const typed = field.value;
  if (typed === field.defaultValue) return;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
