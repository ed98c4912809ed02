import { QueryClientProvider } from '@tanstack/react-query';
import { Route, Switch } from 'wouter';
import { Layout } from './Layout.tsx';
import { queryClient } from './query-client.ts';
import { NotFound, routes } from './routes.tsx';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Layout>
        <Switch>
          {routes.map(({ path, Page }) => (
            <Route key={path} path={path} component={Page} />
          ))}
          <Route component={NotFound} />
        </Switch>
      </Layout>
    </QueryClientProvider>
  );
}
