/** The page's own fetch, pointed at a server: cookies as a browser keeps them, every request written down. */
import { vi } from 'vitest';

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly credentials: RequestCredentials | undefined;
  readonly contentType: string | null;
  /** Parsed; undefined when no body went out. */
  readonly body: unknown;
}

export interface PageFetch {
  readonly sent: SentRequest[];
  /** The requests since the last time this was asked. */
  take(): SentRequest[];
  /** From here on the page is this person's: their session cookie goes out where cookies do. */
  becomes(cookie: string | null): void;
}

/** Stubs the global fetch until `vi.unstubAllGlobals()`. */
export function pageFetch(origin: string): PageFetch {
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
    take: () => sent.splice(0),
    becomes: (another) => {
      cookie = another;
    },
  };
}
