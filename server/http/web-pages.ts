/**
 * The HTML document of each page: head, prerendered body, links to the files it needs first, public settings. Cached
 * per page and origin until the prerendered body changes. Invitations and the profiles of collectors have their own
 * cache and are not prerendered.
 */
import { type Address, canonicalAddress } from '#rules/address.ts';
import {
  BATTLE_PATH,
  type CollectorPreview,
  collectorPage,
  collectorPath,
  INVITE_PARAMETER,
  type Invitation,
  invitationPage,
  namesSomeone,
  type PagePath,
  pageAt,
  pageOf,
  PROFILE_PATH,
  WALLET_PARAMETER,
} from '#rules/pages.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import { type Place, writeHead, writePage } from './page.ts';
import { type Manifest, writeParts } from './page-parts.ts';
import type { PrerenderedPage } from './prerender.ts';
import { type InlineSources, inlineSources, writePrerendered } from './prerendered-html.ts';
import { type WebFile, webFile } from './web-files.ts';

/** The invitation to a lobby; null if it is closed. */
type FindInvitation = (lobbyId: string) => Promise<Invitation | null>;

/** What a preview tells about a collector; null if there is none. Reads no chain. */
type FindCollector = (wallet: Address) => Promise<CollectorPreview | null>;

export interface Lookups {
  readonly invitation: FindInvitation;
  readonly collector: FindCollector;
}

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
  /** The profile page with the preview of a collector; null if there is none. */
  collector(wallet: Address, origin: string): Promise<WebPage | null>;
}

/** About 12 MB, of each kind. */
const MOST_KEPT = 200;

interface BuiltWeb {
  /** `/index.html` of the build. */
  readonly page: Buffer;
  readonly manifest: Manifest;
  readonly textOf: (href: string) => string | undefined;
}

export function createWebPages(
  built: BuiltWeb,
  publicSettings: unknown,
  lookups: Lookups,
): WebPages {
  const html = writePage(built.page.toString(), publicSettings);
  const unrendered = new Map<string, WebPage>();
  const prerendered = new WeakMap<PrerenderedPage, Map<string, WebPage>>();
  const invitations = new BoundedCache<string, WebPage>(MOST_KEPT);
  const collectors = new BoundedCache<string, WebPage>(MOST_KEPT);

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
      const invitation = await lookups.invitation(lobbyId);
      if (invitation === null) return null;
      const key = JSON.stringify([origin, lobbyId, invitation]);
      const shared = `${BATTLE_PATH}?${new URLSearchParams({ [INVITE_PARAMETER]: lobbyId })}`;
      const place = { origin, canonical: BATTLE_PATH, shared };
      const page = invitations.get(key) ?? written(invitationPage(invitation), place, null, true);
      invitations.set(key, page);
      return page;
    },

    async collector(wallet, origin) {
      const collector = await lookups.collector(wallet);
      if (collector === null) return null;
      const key = JSON.stringify([origin, wallet, collector]);
      const shared = collectorPath(wallet);
      const place = { origin, canonical: shared, shared };
      const page = collectors.get(key) ?? written(collectorPage(collector), place, null, true);
      collectors.set(key, page);
      return page;
    },
  };
}

/** Whether a page is prerendered at this address. */
export function isPrerendered(url: string): boolean {
  const query = queryOf(url);
  return query === null || !namesSomeone(query);
}

/** The lobby named by a request for the battle page; null for any other request. */
export function invitedTo(url: string): string | null {
  const lobbyId = queryAt(BATTLE_PATH, url)?.get(INVITE_PARAMETER) ?? '';
  return LOBBY_ID.test(lobbyId) ? lobbyId : null;
}

/** The collector named by a request for the profile page; null for any other request. */
export function profileOf(url: string): Address | null {
  return canonicalAddress(queryAt(PROFILE_PATH, url)?.get(WALLET_PARAMETER) ?? '');
}

function queryAt(path: PagePath, url: string): URLSearchParams | null {
  return url.startsWith(`${path}?`) || url.startsWith(`${path}/?`) ? queryOf(url) : null;
}

function queryOf(url: string): URLSearchParams | null {
  const at = url.indexOf('?');
  return at === -1 ? null : new URLSearchParams(url.slice(at));
}

/** The form of lobby ids; other texts are not looked up. */
const LOBBY_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
