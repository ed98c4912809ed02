/** What a page says about itself in its head, for readers that run no script. */
import { BRAND, type PageHead, PREVIEW_SIZE, tabTitle } from '#rules/pages.ts';
import { escapeHtml } from './html.ts';

/** Where a page stands. Absolute: previews are shown elsewhere. */
export interface Place {
  readonly origin: string;
  /** The one address of this page for search engines; null when it has none. */
  readonly canonical: string | null;
  /** The address its preview belongs to; some readers fetch that one in place of the one posted. */
  readonly shared: string | null;
}

/** The built page has a title and nothing else of this; the title gives the place. */
const TITLE = /<title>[\s\S]*?<\/title>/;

export function writeHead(html: string, head: PageHead, place: Place): string {
  const elements = headElements(head, place).join('\n    ');
  return TITLE.test(html)
    ? html.replace(TITLE, () => elements)
    : html.replace('</head>', () => `${elements}</head>`);
}

function headElements(head: PageHead, { origin, canonical, shared }: Place): string[] {
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
