/**
 * Whether the server can be reached, and whether it still has the files of this version of the page. It is asked
 * when the browser or a call gives reason to; from then on every few seconds until it answers.
 */
import { createStore } from '#web/ui/external-store.ts';

type ServerState =
  | 'here'
  /** It answers with a 5xx status. */
  | 'busy'
  /** The browser has no network. */
  | 'offline'
  /** There is a network, and no answer. */
  | 'silent'
  /** It has another version of the page, and no longer the files of this one. */
  | 'newer';

export const serverState = createStore<ServerState>('here');

export const isServerHere = (): boolean => ['here', 'newer'].includes(serverState.get());

const PROBE_TIMEOUT_MS = 5_000;
const PROBE_AGAIN_MS = 3_000;

/** The entry script of this page; its name differs in every version. */
export function ownEntry(): string {
  return (
    document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? import.meta.url
  );
}

/** Whether the document came from the service worker, because the server did not answer. */
export function isKeptPage({ documentElement }: Document): boolean {
  return 'kept' in documentElement.dataset;
}

let isFollowing = false;
let asking: Promise<ServerState> | null = null;
let again: ReturnType<typeof setTimeout> | undefined;

/** Called once at start, in the browser. */
export function followServer(): void {
  isFollowing = true;
  for (const event of ['online', 'offline']) addEventListener(event, suspect);
  if (navigator.onLine === false || isKeptPage(document)) suspect();
}

/** A call had no answer, or has waited long for it. */
export function suspect(): void {
  if (isFollowing) void askServer();
}

export function askServer(): Promise<ServerState> {
  asking ??= probe().then((state) => {
    asking = null;
    serverState.set(state);
    clearTimeout(again);
    if (!isServerHere()) again = setTimeout(askServer, PROBE_AGAIN_MS);
    return state;
  });
  return asking;
}

async function probe(): Promise<ServerState> {
  if (navigator.onLine === false) return 'offline';
  try {
    const { status, headers } = await fetch(ownEntry(), {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    if (status === 404) return 'newer';
    if (status >= 500) return 'busy';
    // A network that wants a login first answers everything with a page.
    return headers.get('content-type')?.includes('script') ? 'here' : 'silent';
  } catch {
    return 'silent';
  }
}
