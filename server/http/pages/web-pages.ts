/**
 * The HTML document of each page, out of the built index.html: settings (page-head.ts), head (page-head.ts), links to
 * the files it needs first (first-files.ts), the prerendered body (prerender.ts renders it, prerendered-html.ts writes
 * it). serve-web.ts sends the result. Cached per page, origin and preview until the prerendered body changes.
 */
import type { Address } from '#rules/address.ts';
import {
  type CollectorPreview,
  collectorPage,
  type Invitation,
  invitationPage,
  type PreviewedPage,
  previewedPage,
} from '#rules/link-previews.ts';
import {
  BATTLE_PATH,
  isLobbyId,
  type NamedSubject,
  type PagePath,
  pageAt,
  subjectPath,
} from '#rules/pages.ts';
import type { Effort } from '#server/http/encodings.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import { type Manifest, writeFirstFiles } from './first-files.ts';
import { type PageAddresses, writeHead, writePage } from './page-head.ts';
import type { PrerenderedPage } from './prerender.ts';
import { type InlineSources, inlineSources, writePrerendered } from './prerendered-html.ts';
import { type WebFile, webFile } from './web-files.ts';

/** The invitation to a lobby; 'over' if nobody can join it, null if there is none. */
type FindInvitation = (lobbyId: string) => Promise<Invitation | 'over' | null>;

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

/** Otherwise search engines would list each of endless addresses. */
const unlisted = (path: PagePath | null): PreviewedPage => ({
  ...previewedPage(path),
  isListed: false,
});

/** About 12 MB. */
const MOST_KEPT = 200;

interface BuiltWeb {
  /** `/index.html` of the build. */
  readonly page: Buffer;
  readonly manifest: Manifest;
  readonly textOf: (href: string) => string | undefined;
}

export function createWebPages(built: BuiltWeb, publicSettings: unknown, lookups: Lookups) {
  const html = writePage(built.page.toString(), publicSettings);
  const unrendered = new Map<string, WebPage>();
  const prerendered = new WeakMap<PrerenderedPage, Map<string, WebPage>>();
  const unrenderedAbout = new BoundedCache<string, WebPage>(MOST_KEPT);

  function documentsOf(rendered: PrerenderedPage): Map<string, WebPage> {
    const known = prerendered.get(rendered) ?? new Map<string, WebPage>();
    prerendered.set(rendered, known);
    return known;
  }

  async function headAbout(subject: NamedSubject) {
    if (subject.kind === 'lobby') {
      const { id } = subject;
      const invitation = isLobbyId(id) ? await lookups.invitation(id) : null;
      if (invitation === 'over') return unlisted(BATTLE_PATH);
      return invitation && invitationPage(invitation);
    }
    const collector = await lookups.collector(subject.wallet);
    return collector && collectorPage(collector);
  }

  function written(
    page: PreviewedPage,
    addresses: PageAddresses,
    rendered: PrerenderedPage | null,
    isThere: boolean,
    effort: Effort,
  ): WebPage {
    const coloured = html.replace(/data-ki="\w+"/, `data-ki="${page.ki}"`);
    const module = `pages/${page.module}.tsx`;
    const shell = writeFirstFiles(
      writeHead(coloured, page, addresses),
      built.manifest,
      module,
      built.textOf,
    );
    const whole = rendered === null ? shell : writePrerendered(shell, rendered);
    return {
      file: webFile('/index.html', Buffer.from(whole), effort),
      isThere,
      inline: inlineSources(whole),
    };
  }

  return {
    /**
     * @param origin one of our origins
     * @param rendered null: only the browser renders it
     * @param isOfNothing its query names a lobby or a collector that is not there
     */
    at(
      path: string,
      origin: string,
      rendered: PrerenderedPage | null,
      isOfNothing = false,
    ): WebPage {
      const known = pageAt(path);
      const key = `${origin} ${known} ${isOfNothing}`;
      const kept = rendered === null ? unrendered : documentsOf(rendered);
      const addresses = { origin, canonical: known, shared: known };
      const page =
        kept.get(key) ??
        written(
          isOfNothing ? unlisted(known) : previewedPage(known),
          addresses,
          rendered,
          known !== null,
          rendered?.isLasting === false ? 'medium' : 'high',
        );
      kept.set(key, page);
      return page;
    },

    /**
     * The battle page with the preview of an invitation, the profile with that of a collector; null if there is no
     * such lobby or collector.
     */
    async about(
      subject: NamedSubject,
      origin: string,
      prerender: () => Promise<PrerenderedPage | null>,
    ): Promise<WebPage | null> {
      const page = await headAbout(subject);
      if (page === null) return null;
      const shared = subjectPath(null, subject);
      const canonical = subject.kind === 'lobby' ? BATTLE_PATH : shared;
      const rendered = await prerender();
      const kept = rendered === null ? unrenderedAbout : documentsOf(rendered);
      const key = JSON.stringify([origin, shared, page]);
      const known =
        kept.get(key) ?? written(page, { origin, canonical, shared }, rendered, true, 'low');
      kept.set(key, known);
      return known;
    },
  };
}
