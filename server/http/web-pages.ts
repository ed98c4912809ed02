/**
 * The HTML document of each page: head, prerendered body, links to the files it needs first, public settings. Cached
 * per page and origin until the prerendered body changes. Invitations have their own cache and are not prerendered.
 */
import {
  BATTLE_PATH,
  INVITE_PARAMETER,
  type Invitation,
  invitationPage,
  type PagePath,
  pageAt,
  pageOf,
} from '#rules/pages.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import { type Place, writeHead, writePage } from './page.ts';
import { type Manifest, writeParts } from './page-parts.ts';
import type { PrerenderedPage } from './prerender.ts';
import { type InlineSources, inlineSources, writePrerendered } from './prerendered-html.ts';
import { type WebFile, webFile } from './web-files.ts';

/** The invitation to a lobby; null if it is closed. */
export type FindInvitation = (lobbyId: string) => Promise<Invitation | null>;

export interface WebPage {
  readonly file: WebFile;
  readonly isThere: boolean;
  readonly inline: InlineSources;
}

export interface WebPages {
  /**
   * @param origin one of our origins
   * @param rendered null: only the browser renders it
   */
  at(path: string, origin: string, rendered: PrerenderedPage | null): WebPage;
  /** The battle page with the preview of an invitation; null if the lobby is closed. */
  invitation(lobbyId: string, origin: string): Promise<WebPage | null>;
}

/** About 12 MB. */
const MOST_INVITATIONS = 200;

export interface BuiltWeb {
  /** `/index.html` of the build. */
  readonly page: Buffer;
  readonly manifest: Manifest;
  readonly textOf: (href: string) => string | undefined;
}

export function createWebPages(
  built: BuiltWeb,
  publicSettings: unknown,
  findInvitation: FindInvitation,
): WebPages {
  const html = writePage(built.page.toString(), publicSettings);
  const unrendered = new Map<string, WebPage>();
  const prerendered = new WeakMap<PrerenderedPage, Map<string, WebPage>>();
  const invitations = new BoundedCache<string, WebPage>(MOST_INVITATIONS);

  function written(
    page: ReturnType<typeof invitationPage>,
    place: Place,
    rendered: PrerenderedPage | null,
    isThere: boolean,
  ): WebPage {
    const lit = html.replace(/data-ki="\w+"/, `data-ki="${page.ki}"`);
    const module = `pages/${page.module}.tsx`;
    const shell = writeParts(writeHead(lit, page, place), built.manifest, module, built.textOf);
    const whole = rendered === null ? shell : writePrerendered(shell, rendered);
    return {
      file: webFile('/index.html', Buffer.from(whole), {
        effort: rendered?.isLasting === false ? 'medium' : 'high',
      }),
      isThere,
      inline: inlineSources(whole),
    };
  }

  return {
    at(path, origin, rendered) {
      const known: PagePath | null = pageAt(path);
      const key = `${origin} ${known}`;
      const kept =
        rendered === null ? unrendered : (prerendered.get(rendered) ?? new Map<string, WebPage>());
      if (rendered !== null) prerendered.set(rendered, kept);
      const place = { origin, canonical: known, shared: known };
      const page = kept.get(key) ?? written(pageOf(path), place, rendered, known !== null);
      kept.set(key, page);
      return page;
    },

    async invitation(lobbyId, origin) {
      const invitation = await findInvitation(lobbyId);
      if (invitation === null) return null;
      const key = JSON.stringify([origin, lobbyId, invitation]);
      const shared = `${BATTLE_PATH}?${new URLSearchParams({ [INVITE_PARAMETER]: lobbyId })}`;
      const place = { origin, canonical: BATTLE_PATH, shared };
      const page = invitations.get(key) ?? written(invitationPage(invitation), place, null, true);
      invitations.set(key, page);
      return page;
    },
  };
}

/** Whether an address has the invitation parameter, even an invalid one. Such pages are not prerendered. */
export function namesLobby(url: string): boolean {
  return (
    url.includes('?') && new URLSearchParams(url.slice(url.indexOf('?'))).has(INVITE_PARAMETER)
  );
}

/** The lobby named by a request for the battle page; null for any other request. */
export function invitedTo(url: string): string | null {
  if (!url.startsWith(`${BATTLE_PATH}?`) && !url.startsWith(`${BATTLE_PATH}/?`)) return null;
  const lobbyId = new URLSearchParams(url.slice(url.indexOf('?'))).get(INVITE_PARAMETER);
  return lobbyId !== null && LOBBY_ID.test(lobbyId) ? lobbyId : null;
}

/** The form of lobby ids; other texts are not looked up. */
const LOBBY_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
