import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createWebPages } from './web-pages.ts';

const ORIGIN = 'http://127.0.0.1';
const page = Buffer.from(
  '<html><head><title>x</title></head><body><div id="root"></div></body></html>',
);
const NOBODY = { invitation: async () => null, collector: async () => null };
const pages = () => createWebPages({ page, manifest: {}, textOf: () => undefined }, {}, NOBODY);
const prerendered = (text: string, isLasting = false) => {
  return { fresh: text, returning: text, initialData: '{}', isLasting };
};

describe('a page of the web app', () => {
  it('is written once for each render, whichever of two is asked for in turns', () => {
    const web = pages();
    const [bare, full] = [prerendered('bare'), prerendered('full')];
    const first = [null, bare, full].map((one) => web.at('/', ORIGIN, one));
    for (let turn = 0; turn < 10; turn += 1) {
      expect([null, bare, full].map((one) => web.at('/', ORIGIN, one))).toEqual(first);
      for (const [at, one] of [null, bare, full].entries()) {
        expect(web.at('/', ORIGIN, one)).toBe(first[at]);
      }
    }
  });

  it('fetches its program after its fonts and pictures, and no picture that only another page shows', () => {
    const built = Buffer.from(
      '<html><head><script type="module" crossorigin src="/a.js"></script>' +
        '<link rel="modulepreload" crossorigin href="/b.js"></head><body></body></html>',
    );
    const manifest = {
      'pages/HomePage.tsx': { file: 'home.js', imports: ['b.js'] },
      'b.js': { file: 'b.js', assets: ['star.svg'] },
    };
    const parts = { page: built, manifest, textOf: () => undefined };
    const html = createWebPages(parts, {}, NOBODY).at('/', ORIGIN, null).file.bytes.toString();
    const linksOf = (sort: RegExp) => html.match(sort)?.join('\n') ?? '';
    const program = linksOf(
      /<(?:link rel="(?:modulepreload"|preload" as="fetch")|script type="module")[^>]*>/g,
    );
    expect(program.match(/"\/\w+\.js"/g)).toEqual(['"/a.js"', '"/b.js"', '"/home.js"']);
    expect(program.match(/fetchpriority="low"/g)).toHaveLength(3);
    expect(html).not.toContain('star.svg');
  });

  it('names the sheets that stand in it, which its program need not fetch', () => {
    const built = Buffer.from(
      '<html><head><link rel="stylesheet" crossorigin href="/a.css"></head><body></body></html>',
    );
    const manifest = { 'pages/HomePage.tsx': { file: 'home.js', css: ['home.css'] } };
    const parts = { page: built, manifest, textOf: (href: string) => `.from{--file:"${href}"}` };
    const html = createWebPages(parts, {}, NOBODY).at('/', ORIGIN, null).file.bytes.toString();
    expect(html).toContain('<style>.from{--file:"/a.css"}.from{--file:"/home.css"}</style>');
    expect(html).toContain('<meta name="sheets" content="/a.css /home.css">');
    expect(html).not.toContain('rel="stylesheet"');
  });

  it('is compressed with little effort only where the next answer makes it anew', async () => {
    const text = Array.from({ length: 3_000 }, (_, at) => `<li>${at * at}</li>`).join('');
    const web = pages();
    const sizeOf = async (isLasting: boolean) =>
      (await web.at('/', ORIGIN, prerendered(text, isLasting)).file.encoded('br'))?.length;
    const { bytes } = web.at('/', ORIGIN, prerendered(text)).file;
    const thorough = brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 10 },
    });
    expect(await sizeOf(true)).toBe(thorough.length);
    expect(await sizeOf(false)).toBeGreaterThan(thorough.length);
  });
});
