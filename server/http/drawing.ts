/**
 * Pages drawn ahead of the JavaScript: as HTML, with the answers they were drawn with, so that a browser shows them
 * at once and asks for nothing again. Drawn anew when an answer changed, with a bounded share of the processor.
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { PagePath } from '#rules/pages.ts';

/** As web/main/draw.tsx exports it, built. */
export interface Draw {
  prepare(path: string, settings: unknown): Promise<void>;
  draw(
    path: string,
    answers: ReadonlyMap<string, unknown>,
    visitor: 'new' | 'returning',
  ): { readonly html: string; readonly wanted: readonly string[] };
}

export interface DrawnPage {
  /** For somebody who comes for the first time, and for somebody whose wallet is being found again. */
  readonly fresh: string;
  readonly returning: string;
  /** JSON for web/main/handed-over.ts. */
  readonly handedOver: string;
}

/**
 * The answer of a public GET call as JSON, from memory; undefined where there is none just now. The same string as
 * long as the answer is the same.
 */
export type ReadAnswer = (url: string) => Promise<string | undefined>;

export interface Drawing {
  /** Null: the page is drawn by the browser alone. The same object as long as nothing changed. */
  at(page: PagePath | null): Promise<DrawnPage | null>;
}

/** What pages may be drawn with: all of it is kept in memory. */
const HANDED_OVER: ReadonlySet<string> = new Set([
  '/api/stats',
  '/api/leaderboard',
  '/api/users',
  '/api/game/leaderboard',
  '/api/booster-pack/whitelist',
  '/api/booster-pack/whitelist/totals',
]);
/** A longer answer would hold the page up: the browser asks for it. In characters. */
const LONGEST = 65_536;
/** After a drawing that took t the same page is drawn again after so many t at the earliest. */
const PAUSE_IN_DRAWINGS = 19;
/** One answer may lead to another wish, and that to a third. */
const MOST_ROUNDS = 3;
/** Of 'Page Not Found'; no page of ours. */
const NOWHERE = '/404';

interface Kept {
  readonly texts: readonly (string | undefined)[];
  readonly drawn: DrawnPage;
}

interface PageState {
  readonly path: string;
  /** Calls it was drawn with the last time, in their order. */
  urls: readonly string[];
  kept: Kept | null;
  /** Drawn without any answer: right at any time. */
  bare: DrawnPage;
  restsUntil: number;
}

/** The built program, or null where there is none, such as with `npm run dev`. */
export async function loadDraw(file: string): Promise<Draw | null> {
  if (!existsSync(file)) return null;
  return (await import(pathToFileURL(file).href)) as Draw;
}

export function createDrawing(draw: Draw, settings: unknown, read: ReadAnswer): Drawing {
  const states = new Map<PagePath | null, Promise<PageState>>();

  async function begin(page: PagePath | null): Promise<PageState> {
    const path = page ?? NOWHERE;
    await draw.prepare(path, settings);
    const { drawn, wanted } = drawWith(page, path, new Map());
    return { path, urls: wanted, kept: null, bare: drawn, restsUntil: 0 };
  }

  function drawWith(page: PagePath | null, path: string, texts: ReadonlyMap<string, string>) {
    const answers = new Map([...texts].map(([url, text]) => [url, JSON.parse(text)]));
    const fresh = draw.draw(path, answers, 'new');
    const returning = draw.draw(path, answers, 'returning');
    const parts = [...texts].map(([url, text]) => `${JSON.stringify(url)}:${text}`);
    const drawn: DrawnPage = {
      fresh: fresh.html,
      returning: returning.html,
      handedOver: `{"path":${JSON.stringify(page)},"answers":{${parts.join(',')}}}`,
    };
    const wanted = fresh.wanted.filter((url) => HANDED_OVER.has(url));
    return { drawn, wanted };
  }

  async function readAll(urls: readonly string[]): Promise<(string | undefined)[]> {
    const texts = await Promise.all(urls.map((url) => read(url)));
    return texts.map((text) => (text !== undefined && text.length <= LONGEST ? text : undefined));
  }

  /** Draws until nothing more is wished for that can be had. */
  async function drawAgain(state: PageState, page: PagePath | null): Promise<DrawnPage> {
    const startedAt = performance.now();
    for (let round = 0; ; round += 1) {
      const texts = await readAll(state.urls);
      const known = new Map<string, string>();
      for (const [index, url] of state.urls.entries()) {
        const text = texts[index];
        if (text !== undefined) known.set(url, text);
      }
      const { drawn, wanted } = drawWith(page, state.path, known);
      const more = wanted.filter((url) => !state.urls.includes(url));
      if (more.length === 0 || round === MOST_ROUNDS) {
        state.kept = { texts, drawn };
        const now = performance.now();
        state.restsUntil = now + (now - startedAt) * PAUSE_IN_DRAWINGS;
        return drawn;
      }
      state.urls = [...state.urls, ...more];
    }
  }

  const drawings = new Map<PagePath | null, Promise<DrawnPage>>();

  return {
    async at(page) {
      let beginning = states.get(page);
      if (beginning === undefined) {
        beginning = begin(page);
        states.set(page, beginning);
      }
      const state = await beginning;
      const texts = await readAll(state.urls);
      const isCurrent =
        state.kept !== null &&
        state.kept.texts.length === texts.length &&
        state.kept.texts.every((text, index) => text === texts[index]);
      if (state.kept !== null && isCurrent) return state.kept.drawn;
      // Never an old answer for a new one: the browser asks, as it did before pages were drawn ahead.
      if (performance.now() < state.restsUntil) return state.bare;
      let drawing = drawings.get(page);
      if (drawing === undefined) {
        drawing = drawAgain(state, page).finally(() => drawings.delete(page));
        drawings.set(page, drawing);
      }
      return drawing;
    },
  };
}
