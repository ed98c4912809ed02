import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeForScript, writePage } from './page-head.ts';

const HTML =
  '<!doctype html><html><head><title>x</title><script type="application/json" id="settings"></script></head><body></body></html>';

/** What a browser takes for the element's text: it ends at the first `</script`. */
function settingsIn(html: string): unknown {
  const text = /<script type="application\/json" id="settings">(.*?)<\/script/s.exec(html);
  return JSON.parse(text?.[1] ?? 'null');
}

describe('the page', () => {
  it.each([
    '</script><script>alert(1)</script>',
    '<!--<script>',
    '&lt;/script&gt;',
    '\u2028\u2029',
    "$& $' $1",
    '"\\',
  ])('carries %j as data', (text) => {
    const html = writePage(HTML, { text });
    expect(settingsIn(html)).toEqual({ text });
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<\/script/g)).toHaveLength(1);
    expect(html).not.toContain('<!--');
  });

  it('carries whatever settings there are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value));
        expect(settingsIn(writePage(HTML, value))).toEqual(json);
        expect(escapeForScript(JSON.stringify(value))).not.toMatch(/[<>&]/);
      }),
    );
  });
});
