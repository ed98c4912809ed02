/** The page with what was drawn of it ahead, in a form that a strict Content-Security-Policy lets through. */
import { hash } from 'node:crypto';
import type { DrawnPage } from './drawing.ts';
import { escapeForScript } from './page.ts';

const ROOT = '<div id="root"></div>';

/** Puts the drawing for a returning visitor into the place of the other; both are in the document. */
const SWAP =
  '{const page=document.documentElement;if(page.dataset.visitor==="returning")' +
  'document.getElementById("root").replaceChildren(document.getElementById("returning").content);' +
  'page.dataset.swapped=""}';
/** Until then nothing of the other is seen. */
const HIDDEN = '[data-visitor="returning"]:not([data-swapped]) #root{visibility:hidden}';

/** @param html the built page */
export function writeDrawn(html: string, { fresh, returning, handedOver }: DrawnPage): string {
  const styles = new Set<string>();
  const preloads = new Set<string>();
  const prepare = (drawn: string) => withoutStyles(withoutPreloads(drawn, preloads), styles);
  const body =
    `<div id="root">${prepare(fresh)}</div>` +
    `<template id="returning">${prepare(returning)}</template><script>${SWAP}</script>`;
  const rules = [...styles].map((style) => `[data-style="${cssString(style)}"]{${style}}`);
  const links = [...preloads].filter((link) => !html.includes(hrefOf(link)));
  const head = `${links.join('')}<style>${HIDDEN}${rules.join('')}</style>`;
  const json = escapeForScript(handedOver);
  return html
    .replace('</head>', () => `  ${head}\n  </head>`)
    .replace(ROOT, () => body)
    .replace(
      '</body>',
      () => `<script type="application/json" id="handed-over">${json}</script>\n  </body>`,
    );
}

/** The pictures that are seen first, which React names before all else. */
function withoutPreloads(drawn: string, found: Set<string>): string {
  return drawn.replace(/^(?:<link rel="preload"[^>]*>)+/, (links) => {
    for (const link of links.split(/(?<=>)/)) found.add(link);
    return '';
  });
}

function hrefOf(link: string): string {
  return /href="[^"]*"/.exec(link)?.[0] ?? link;
}

/**
 * A style attribute is forbidden in a document; a sheet with a hash is not. Only in tags can such a quote stand: in
 * text it is escaped.
 */
function withoutStyles(drawn: string, found: Set<string>): string {
  return drawn.replace(/ style="([^"]*)"/g, (_, style: string) => {
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

/** Sources that the policy has to allow by their hash: what stands in the page itself. */
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
