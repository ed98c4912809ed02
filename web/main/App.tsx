import { QueryClientProvider } from '@tanstack/react-query';
import { Route, Switch } from 'wouter';
import { Layout } from '#web/frame/Layout.tsx';
import { type Preloading, PreloadingContext } from '#web/frame/preloading.ts';
import { Dialogs, preloadDialogs } from './Dialogs.tsx';
import { queryClient } from './query-client.ts';
import { codeAt, NotFound, routes } from './routes.tsx';

const PRELOADING: Preloading = {
  page: (path) => codeAt(path).preload(),
  dialogs: preloadDialogs,
};

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <PreloadingContext value={PRELOADING}>
        <Layout overlays={<Dialogs />}>
          <Switch>
            {routes.map(({ path, Page }) => (
              <Route key={path} path={path} component={Page} />
            ))}
            <Route component={NotFound} />
          </Switch>
        </Layout>
      </PreloadingContext>
    </QueryClientProvider>
  );
}
