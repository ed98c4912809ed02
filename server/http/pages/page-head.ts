/** Writes settings and head elements into the built HTML page. */
import { PREVIEW_SIZE, type PreviewedPage } from '#rules/link-previews.ts';
import { BRAND, tabTitle } from '#rules/pages.ts';

/** Escapes text for elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const SETTINGS_ELEMENT = /<script\b[^>]*\bid="settings"[^>]*>[\s\S]*?<\/script>/;

/**
 * @param html as built; has a script element with the id `settings`
 * @param settings public settings, written as JSON that no browser runs
 */
export function writePage(html: string, settings: unknown): string {
  const json = escapeForScript(JSON.stringify(settings));
  const element = `<script type="application/json" id="settings">${json}</script>`;
  return html.replace(SETTINGS_ELEMENT, () => element);
}

/** Escapes JSON so that it cannot end the script element or open a comment. */
export function escapeForScript(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The page's addresses for head elements; absolute, because previews are shown elsewhere. */
export interface PageAddresses {
  readonly origin: string;
  /** The canonical path for search engines; null for none. */
  readonly canonical: string | null;
  /** The path of `og:url`; some readers fetch it instead of the address that was posted. */
  readonly shared: string | null;
}

/** The built page has only a title; the head elements replace it. */
const TITLE = /<title>[\s\S]*?<\/title>/;

/** Writes the elements that search engines and link previews read. */
export function writeHead(html: string, head: PreviewedPage, addresses: PageAddresses): string {
  const elements = headElements(head, addresses).join('\n    ');
  return html.replace(TITLE, () => elements);
}

function headElements(head: PreviewedPage, { origin, canonical, shared }: PageAddresses): string[] {
  const [width, height] = PREVIEW_SIZE;
  const elements = [
    `<title>${escapeHtml(tabTitle(head.title))}</title>`,
    named('description', head.description),
  ];
  if (!head.isListed) elements.push(named('robots', 'noindex'));
  if (canonical !== null) {
    elements.push(`<link rel="canonical" href="${escapeHtml(origin + canonical)}" />`);
  }
  if (shared !== null) elements.push(property('og:url', origin + shared));
  elements.push(
    property('og:type', 'website'),
    property('og:site_name', BRAND),
    property('og:title', head.headline),
    property('og:description', head.description),
    property('og:image', origin + head.image),
    property('og:image:width', String(width)),
    property('og:image:height', String(height)),
    property('og:image:alt', head.imageAlt),
    named('twitter:card', 'summary_large_image'),
  );
  return elements;
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}" />`;
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}" />`;
}
