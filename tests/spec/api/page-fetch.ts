/** Replaces the page's fetch: requests go to a server, with cookies like in a browser, and are recorded. */
import { vi } from 'vitest';

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly credentials: RequestCredentials | undefined;
  readonly contentType: string | null;
  /** Parsed; undefined without a body. */
  readonly body: unknown;
}

/** Stubs the global fetch until `vi.unstubAllGlobals()`. */
export function pageFetch(origin: string) {
  const realFetch = globalThis.fetch;
  const sent: SentRequest[] = [];
  let cookie: string | null = null;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    sent.push({
      method: init.method ?? 'GET',
      path,
      credentials: init.credentials,
      contentType: headers.get('content-type'),
      body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
    });
    if (cookie !== null && init.credentials === 'include') headers.set('cookie', cookie);
    headers.set('origin', origin);
    return realFetch(origin + path, { ...init, headers });
  });
  return {
    sent,
    /** The requests since the last call of `take`. */
    take: () => sent.splice(0),
    /** Sets the session cookie of the following requests. */
    becomes: (another: string | null) => {
      cookie = another;
    },
  };
}
