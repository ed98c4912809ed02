/** Whether the server can be reached, and whether it still has the files of this version of the page. */
import { createStore } from '#web/ui/external-store.ts';

export type ServerState =
  | 'here'
  /** It answers, but cannot serve now. */
  | 'busy'
  | 'offline'
  /** It has another version of the page: files of this one will not come any more. */
  | 'newer';

/** As it was when somebody last asked. */
export const serverState = createStore<ServerState>('here');

/** How long an answer may take before the line counts as down, in ms. */
const PATIENCE = 5_000;

/** The script this page began with: every version has another name for it. */
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
