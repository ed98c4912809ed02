/**
 * Draws a page as HTML, without a browser: the server loads this file, built, and sends what it draws ahead of the
 * JavaScript (server/http/drawing.ts). Nothing here is part of what browsers get.
 */
import { renderToString } from 'react-dom/server';
import type { PublicSettings } from '#contract/settings.ts';
import { setSettings } from '#web/api/settings.ts';
import { drawAs } from '#web/wallet/page-connection.ts';
import { App } from './App.tsx';
import { createQueries } from './query-client.ts';
import { codeAt } from './routes.tsx';

export interface Drawn {
  readonly html: string;
  /** Calls whose answers it would show, by their address. */
  readonly wanted: readonly string[];
}

/** To be awaited before the first drawing of a page. */
export async function prepare(path: string, settings: PublicSettings): Promise<void> {
  setSettings(settings);
  await codeAt(path).ask();
}

/**
 * @param answers of GET calls by their address; what is not there is drawn as being under way
 * @param visitor 'returning': somebody whose wallet is being found again
 */
export function draw(
  path: string,
  answers: ReadonlyMap<string, unknown>,
  visitor: 'new' | 'returning',
): Drawn {
  const queries = createQueries();
  for (const [url, data] of answers) queries.setQueryData([url], data);
  drawAs(visitor === 'returning' ? 'connecting' : 'disconnected');
  const html = renderToString(<App queries={queries} path={path} />);
  const wanted = queries
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) => {
      const [url] = queryKey;
      return state.data === undefined && typeof url === 'string' ? [url] : [];
    });
  // Else their clocks would keep them for as long as an answer is good.
  queries.clear();
  return { html, wanted };
}
