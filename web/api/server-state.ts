/** Whether the server can be reached, and whether it still has the files of this version of the page. */
import { createStore } from '#web/ui/external-store.ts';

type ServerState =
  | 'here'
  /** It answers with a 5xx status. */
  | 'busy'
  | 'offline'
  /** It has another version of the page, and no longer the files of this one. */
  | 'newer';

/** The result of the last `askServer`. */
export const serverState = createStore<ServerState>('here');

/** Without an answer within this time the page counts as offline, in ms. */
const PATIENCE = 5_000;

/** The entry script of this page; its name differs in every version. */
export function ownEntry(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '/';
}

export async function askServer(): Promise<ServerState> {
  const state = await probe();
  serverState.set(state);
  return state;
}

async function probe(): Promise<ServerState> {
  if (navigator.onLine === false) return 'offline';
  try {
    const { status } = await fetch(ownEntry(), {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (status === 404) return 'newer';
    return status >= 500 ? 'busy' : 'here';
  } catch {
    return 'offline';
  }
}
