/** Writes the prerendered body into the page so that a strict Content-Security-Policy allows it. */
import { hash } from 'node:crypto';
import { escapeForScript } from './page-head.ts';
import type { PrerenderedPage } from './prerender.ts';

const ROOT = '<div id="root"></div>';

/** Shows the body for a returning visitor; the document has both. */
const SWAP =
  'if(page.dataset.visitor==="returning")' +
  'document.getElementById("root").replaceChildren(document.getElementById("returning").content);' +
  'page.dataset.swapped="";page.dataset.painting="";';
/**
 * Fetches and starts the program after the first paint, which must not share the line with it; after a second where
 * nothing is painted, as in a tab behind others.
 */
const START =
  'const start=()=>{delete page.dataset.painting;document.head.append(document.getElementById("program").content)};' +
  'addEventListener("DOMContentLoaded",()=>{' +
  'new PerformanceObserver(list=>{if(list.getEntriesByName("first-contentful-paint")[0])start()})' +
  '.observe({type:"paint",buffered:true});setTimeout(start,1000)});';
/** Starts the program where that script was rewritten on the way, so that its hash is wrong. */
const SUBSTITUTE = '<script async fetchpriority="low" src="/start-late.js"></script>';
const SCRIPT = `{const page=document.documentElement;${SWAP}${START}}`;
/** The program's files, as the build and first-files.ts write them. */
const PROGRAM =
  /<link rel="(?:modulepreload"|preload" as="fetch")[^>]*>|<script type="module"[^>]*><\/script>/g;
/** Hides the other body until then, and lets the pictures further down wait for the first paint. */
const HIDDEN =
  '[data-visitor="returning"]:not([data-swapped]) #root{visibility:hidden}' +
  '[data-painting] img[loading="lazy"]{display:none}';

/** @param html the built page */
export function writePrerendered(
  html: string,
  { fresh, returning, initialData }: Omit<PrerenderedPage, 'isLasting'>,
): string {
  const styles = new Set<string>();
  const preloads = new Set<string>();
  const prepare = (body: string) => withoutStyles(withoutPreloads(body, preloads), styles);
  const body =
    `<div id="root">${prepare(fresh)}</div>` +
    `<template id="returning">${prepare(returning)}</template>` +
    `<template id="program">${html.match(PROGRAM)?.join('') ?? ''}</template><script>${SCRIPT}</script>`;
  const rules = [...styles].map((style) => `[data-style="${cssString(style)}"]{${style}}`);
  const links = [...preloads].filter((link) => !html.includes(hrefOf(link)));
  const head = `${links.join('')}${SUBSTITUTE}<style>${HIDDEN}${rules.join('')}</style>`;
  const json = escapeForScript(initialData);
  return html
    .replace(PROGRAM, '')
    .replace('</head>', () => `  ${head}\n  </head>`)
    .replace(ROOT, () => body)
    .replace(
      '</body>',
      () => `<script type="application/json" id="initial-data">${json}</script>\n  </body>`,
    );
}

/** React writes the links that preload the first pictures at the start. */
function withoutPreloads(html: string, found: Set<string>): string {
  return html.replace(/^(?:<link rel="preload"[^>]*>)+/, (links) => {
    for (const link of links.split(/(?<=>)/)) found.add(link);
    return '';
  });
}

function hrefOf(link: string): string {
  return /href="[^"]*"/.exec(link)?.[0] ?? link;
}

/**
 * The policy forbids style attributes and allows style sheets by their hash. `"` occurs in tags only: in text it is
 * escaped.
 */
function withoutStyles(html: string, found: Set<string>): string {
  return html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const plain = unescapeHtml(style);
    if (/[<{}]/.test(plain)) return '';
    found.add(plain);
    return ` data-style="${style}"`;
  });
}

/** As React writes them into attributes. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
};

function unescapeHtml(text: string): string {
  return text.replace(/&(?:amp|quot|#x27|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
}

function cssString(text: string): string {
  return text.replace(/["\\\n]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `);
}

/** Hashes of inline scripts and styles, for the policy. */
export interface InlineSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export function inlineSources(html: string): InlineSources {
  return { scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style') };
}

/** Of elements without attributes; those with a type or an address are data, or files. */
function hashesOf(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'));
  return [...elements].map(([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`);
}
