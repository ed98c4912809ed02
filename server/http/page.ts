/** The one HTML page of the web app, with what this installation is written into it. */

/** Where the page expects its settings. */
const SETTINGS_ELEMENT = /<script\b[^>]*\bid="settings"[^>]*>[\s\S]*?<\/script>/;

/**
 * @param html as built; has a script element with the id `settings`, or gets one before `</head>`
 * @param settings public settings, written as JSON that no browser runs
 */
export function writePage(html: string, settings: unknown): string {
  const json = escapeForScript(JSON.stringify(settings));
  const element = `<script type="application/json" id="settings">${json}</script>`;
  return SETTINGS_ELEMENT.test(html)
    ? html.replace(SETTINGS_ELEMENT, () => element)
    : html.replace('</head>', () => `${element}</head>`);
}

/** JSON that cannot end the script element it stands in, nor open a comment. */
export function escapeForScript(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
