import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inlineSources, writePrerendered } from './prerendered-html.ts';

const PROGRAM =
  '<link rel="modulepreload" crossorigin href="/b.js">' +
  '<link rel="preload" as="fetch" crossorigin href="/page.js">' +
  '<script type="module" crossorigin src="/a.js"></script>';
const SHELL = `<html><head><script>first()</script>${PROGRAM}</head><body><div id="root"></div></body></html>`;
const sha = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
const prerendered = (html: string, initialData = '{}') =>
  writePrerendered(SHELL, { fresh: html, returning: html, initialData });

describe('a prerendered page', () => {
  it('has no style attribute: each becomes a rule that the policy allows by its hash', () => {
    const page = prerendered(
      '<p style="width:50%;height:1em">style=&quot;color:red&quot; is text</p><i style="--a:url(&quot;b&quot;)"></i>',
    );
    expect(page).not.toMatch(/ style="/);
    expect(page).toContain('<p data-style="width:50%;height:1em">');
    expect(page).toContain('[data-style="width:50%;height:1em"]{width:50%;height:1em}');
    expect(page).toContain('[data-style="--a:url(\\22 b\\22 )"]{--a:url("b")}');
    const [, sheet = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    expect(inlineSources(page).styles).toEqual([sha(sheet)]);
  });

  it('lets no style end the sheet it stands in', () => {
    const page = prerendered(
      '<p style="--x:&lt;/style&gt;"></p><p style="--x:1}body{color:red"></p>',
    );
    expect(page.match(/<\/style/g)).toHaveLength(1);
    expect(page).not.toContain('color:red');
  });

  it('allows its own scripts by their hash, and no data', () => {
    const page = prerendered('<p>$& $1</p>', '{"a":"</script><script>alert(1)</script>"}');
    expect(page).toContain('<p>$& $1</p>');
    const scripts = inlineSources(page).scripts;
    expect(scripts).toHaveLength(2);
    expect(scripts[0]).toBe(sha('first()'));
    expect(page).not.toContain('alert(1)</script>');
  });

  it('keeps its program where browsers do not fetch it before a script puts it into the head', () => {
    const page = prerendered('<p></p>');
    expect(page.match(/<template id="program">(.*?)<\/template>/)?.[1]).toBe(PROGRAM);
    expect(page.slice(0, page.indexOf('</head>'))).not.toMatch(/\/(a|b|page)\.js/);
    expect(page.match(/a\.js/g)).toHaveLength(1);
  });

  it('names the first pictures in its head', () => {
    const page = prerendered('<link rel="preload" as="image" href="/a.svg"/><img src="/a.svg"/>');
    expect(page.indexOf('href="/a.svg"')).toBeLessThan(page.indexOf('</head>'));
    expect(page.match(/as="image"/g)).toHaveLength(1);
  });
});
