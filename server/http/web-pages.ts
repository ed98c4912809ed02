/**
 * The one HTML page of the web app as it is sent at each address: with the head of that page, the files
 * it needs first and the public settings in it. Written once per address and origin of ours; only invitations are written
 * for themselves.
 */
import {
  BATTLE_PATH,
  INVITE_PARAMETER,
  type Invitation,
  invitationPage,
  NOT_FOUND,
  PAGES,
  pageAt,
} from '#rules/pages.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import { type Manifest, type Place, writeHead, writePage, writeParts } from './page.ts';
import { type WebFile, webFile } from './web-files.ts';

/** Who invites to this lobby; null when nobody does (any more). */
export type FindInvitation = (lobbyId: string) => Promise<Invitation | null>;

export interface WebPage {
  readonly file: WebFile;
  readonly isThere: boolean;
}

export interface WebPages {
  /** @param origin one of our own */
  at(path: string, origin: string): WebPage;
  /** The battle page with who invites to this lobby; null when nobody does. */
  invitation(lobbyId: string, origin: string): Promise<WebPage | null>;
}

/** Most invitations kept written. About 2 MB. */
const MOST_INVITATIONS = 200;

export interface BuiltWeb {
  /** `/index.html` of the build. */
  readonly page: Buffer;
  readonly manifest: Manifest;
}

export function createWebPages(
  built: BuiltWeb,
  publicSettings: unknown,
  findInvitation: FindInvitation,
): WebPages {
  const html = writePage(built.page.toString(), publicSettings);
  const pages = new Map<string, WebPage>();
  const invitations = new BoundedCache<string, WebPage>(MOST_INVITATIONS);

  function written(page: ReturnType<typeof invitationPage>, place: Place): WebFile {
    const module = `pages/${page.module}.tsx`;
    const whole = writeParts(writeHead(html, page, place), built.manifest, module);
    return webFile('/index.html', Buffer.from(whole));
  }

  return {
    at(path, origin) {
      const page = pageAt(path);
      const key = `${origin} ${page}`;
      const known = pages.get(key);
      if (known !== undefined) return known;
      const place = { origin, canonical: page, shared: page };
      const file = written(page === null ? NOT_FOUND : PAGES[page], place);
      const made = { file, isThere: page !== null };
      pages.set(key, made);
      return made;
    },

    async invitation(lobbyId, origin) {
      const invitation = await findInvitation(lobbyId);
      if (invitation === null) return null;
      const key = JSON.stringify([origin, lobbyId, invitation]);
      const shared = `${BATTLE_PATH}?${new URLSearchParams({ [INVITE_PARAMETER]: lobbyId })}`;
      const page = invitations.get(key) ?? {
        file: written(invitationPage(invitation), { origin, canonical: BATTLE_PATH, shared }),
        isThere: true,
      };
      invitations.set(key, page);
      return page;
    },
  };
}

/** The lobby that a request for the battle page names, or null: for every other page too. */
export function invitedTo(url: string): string | null {
  if (!url.startsWith(`${BATTLE_PATH}?`) && !url.startsWith(`${BATTLE_PATH}/?`)) return null;
  const lobbyId = new URLSearchParams(url.slice(url.indexOf('?'))).get(INVITE_PARAMETER);
  return lobbyId !== null && LOBBY_ID.test(lobbyId) ? lobbyId : null;
}

/** As the server names lobbies; anything else is not looked up. */
const LOBBY_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
