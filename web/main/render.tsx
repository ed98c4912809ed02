/**
 * Renders a page to HTML on the server (server/http/pages/prerender.ts), which loads this file built. Browsers do not load it.
 */
import { renderToString } from 'react-dom/server';
import type { PublicSettings } from '#contract/settings.ts';
import { pageAt, subjectOf } from '#rules/pages.ts';
import { setSettings } from '#web/api/settings.ts';
import { renderAs } from '#web/wallet/page-connection.ts';
import { App } from './App.tsx';
import { createQueries, setUnknown } from './query-client.ts';
import { codeAt } from './routes.tsx';

interface Rendered {
  readonly html: string;
  /** Addresses of calls whose answers were missing. */
  readonly wanted: readonly string[];
}

/** To be awaited before the first render of a page. @param path with its query, as below */
export async function prepare(path: string, settings: PublicSettings): Promise<void> {
  setSettings(settings);
  const code = codeAt(path.split('?', 1)[0]!);
  await code.load();
  if (code.get().status !== 'loaded') throw new Error(`the code of ${path} cannot be loaded`);
}

/**
 * @param answers of GET calls by their address; a missing one is rendered as loading
 * @param visitor 'returning': the wallet is being reconnected
 * @param isUnknown whether the lobby or collector that the path names is not there
 */
export function render(
  path: string,
  answers: ReadonlyMap<string, unknown>,
  visitor: 'new' | 'returning',
  isUnknown: boolean,
): Rendered {
  const queries = createQueries();
  for (const [url, data] of answers) queries.setQueryData([url], data);
  if (isUnknown) {
    const { pathname, searchParams } = new URL(path, 'http://page.invalid');
    setUnknown(queries, subjectOf(pageAt(pathname), searchParams));
  }
  renderAs(visitor === 'returning' ? 'connecting' : 'disconnected');
  const html = renderToString(<App queries={queries} path={path} />);
  const wanted = queries
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) => {
      const [url] = queryKey;
      return state.data === undefined && typeof url === 'string' ? [url] : [];
    });
  // Timers would keep them in memory.
  queries.clear();
  return { html, wanted };
}
