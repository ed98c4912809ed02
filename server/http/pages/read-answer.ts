/** Answers public GET calls inside the server, for pages that are prerendered. */
import { api } from '#contract/api.ts';
import type { Route } from '#contract/route.ts';
import { textOfAnswer } from '#server/http/answers.ts';
import { type AnyHandlers, read } from '#server/http/bind.ts';
import { within } from '#server/jobs/within.ts';
import type { ReadAnswer } from './prerender.ts';

/** How long a page waits for an answer. After that it is sent without it. */
const TIMEOUT_MS = 250;

export function createReadAnswer(handlers: AnyHandlers): ReadAnswer {
  return async (key, params) => {
    const route: Route = api[key];
    const handle = handlers[key] as ((call: unknown) => Promise<unknown>) | undefined;
    if (handle === undefined) return;
    const call = {
      params: read(route.params, params),
      query: read(route.query, {}),
      body: undefined,
      caller: { wallet: null, sessionToken: null, ip: '', origin: '' },
      ifMatch: null,
    };
    try {
      return textOfAnswer(await within(TIMEOUT_MS, handle(call), 'too late for the page'));
    } catch {
      return undefined; // the browser fetches it and shows the error
    }
  };
}
