/** The one HTML page of the web app, with what this installation is written into it. */
import { randomBytes } from 'node:crypto';

/** Where the page expects its settings; the `nonce` names the style elements it makes itself. */
const SETTINGS_ELEMENT = /<script\b[^>]*\bid="settings"[^>]*>[\s\S]*?<\/script>/;

export interface Page {
  /** The HTML for one answer. */
  render(styleNonce: string): string;
}

/**
 * @param html as built; has a script element with the id `settings`, or gets one before `</head>`
 * @param settings public settings, written as JSON that no browser runs
 */
export function createPage(html: string, settings: unknown): Page {
  const json = escapeForScript(JSON.stringify(settings));
  const marked = SETTINGS_ELEMENT.test(html)
    ? html
    : html.replace('</head>', () => '<script id="settings"></script></head>');
  const [before = '', after = ''] = marked.split(SETTINGS_ELEMENT, 2);
  return {
    render: (styleNonce) =>
      `${before}<script type="application/json" id="settings" nonce="${styleNonce}">${json}</script>${after}`,
  };
}

export function createNonce(): string {
  return randomBytes(18).toString('base64');
}

/** JSON that cannot end the script element it stands in, nor open a comment. */
export function escapeForScript(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
