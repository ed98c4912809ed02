/**
 * Renders pages to HTML on the server, together with the answers they show, so that a browser shows them at once and
 * does not fetch them again. A page is rendered again when an answer changed, within a bounded share of the processor.
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Api, ApiKey } from '#contract/api.ts';
import {
  collectorPath,
  invitationPath,
  type NamedSubject,
  type PagePath,
  PROFILE_PATH,
  subjectPath,
  WALLET_PARAMETER,
} from '#rules/pages.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';

/** What the built web/main/render.tsx exports. */
export interface Renderer {
  prepare(path: string, settings: unknown): Promise<void>;
  /**
   * @param path with its query
   * @param isUnknown whether the lobby or collector that the path names is not there
   */
  render(
    path: string,
    answers: ReadonlyMap<string, unknown>,
    visitor: 'new' | 'returning',
    isUnknown: boolean,
  ): { readonly html: string; readonly wanted: readonly string[] };
}

export interface PrerenderedPage {
  /** HTML for a visitor without a remembered wallet. */
  readonly fresh: string;
  /** HTML for a visitor whose wallet is being reconnected. */
  readonly returning: string;
  /** JSON for web/main/initial-data.ts. */
  readonly initialData: string;
  /** Contains no answers, so it is never out of date. */
  readonly isLasting: boolean;
}

/** The GET calls that need no session. */
type PublicKey = {
  [K in ApiKey & `GET ${string}`]: Api[K]['access']['kind'] extends 'anyone' ? K : never;
}[ApiKey & `GET ${string}`];

/** The answer of such a call as JSON; undefined if there is none now. An unchanged answer is the same string. */
export type ReadAnswer = (
  key: PublicKey,
  params?: Readonly<Record<string, string>>,
) => Promise<string | undefined>;

export type Prerenderer = ReturnType<typeof createPrerenderer>;

/** The calls whose answers a page that names nobody may contain. All of them are cached in memory and none is personal. */
const PRERENDERED_CALLS: readonly PublicKey[] = [
  'GET /api/stats',
  'GET /api/leaderboard',
  'GET /api/users',
  'GET /api/game/leaderboard',
  'GET /api/booster-pack/whitelist',
  'GET /api/booster-pack/whitelist/totals',
  'GET /api/booster-pack/rounds',
];
/** In characters. The browser fetches longer answers itself, because they would delay the page. */
const LONGEST = 65_536;
/**
 * After a render that took t, the same page rests for 39 t. Writing and compressing the page take about as long again:
 * together at most a twentieth of a core per page.
 */
const PAUSE_IN_RENDERS = 39;
/** After a longer render the pause grows no more: the process stood still, maybe for hours. */
const LONGEST_RENDER_MS = 1_000;
/** After a failed render only the browser renders this page for so long, in ms. */
const PAUSE_AFTER_FAULT_MS = 10_000;
/** After a render of a page about somebody that took t, all these pages rest for 19 t: a twentieth of a core. */
const ABOUT_PAUSE_IN_RENDERS = 19;
/** About 150 kB each, with the documents that are made of them. */
const MOST_ABOUT = 100;
/** One answer can make the page need another one. */
const MOST_ROUNDS = 3;
/** A page of `PAGES`, null for 'Page Not Found', or a link to what is not there, whatever its id or address is. */
export type RenderedPath = PagePath | null | keyof typeof NOT_THERE;

/** Addresses that stand for all of their kind. */
const NOT_THERE = {
  lobby: invitationPath('-'),
  collector: collectorPath(`0x${'0'.repeat(64)}`),
  nobody: `${PROFILE_PATH}?${WALLET_PARAMETER}=-`,
};
/** An address that no page has. */
const NOWHERE = '/404';

function pathOf(page: RenderedPath): string {
  if (page === null) return NOWHERE;
  return page in NOT_THERE ? NOT_THERE[page as keyof typeof NOT_THERE] : page;
}

/** Answers by URL, as JSON. */
type Texts = ReadonlyMap<string, string>;

type PublicCall = readonly [url: string, ...Parameters<ReadAnswer>];

interface Kept {
  readonly texts: Texts;
  readonly page: PrerenderedPage;
}

interface PageState {
  readonly page: RenderedPath;
  /** Calls that the last render used. */
  keys: readonly PublicKey[];
  kept: Kept | null;
  /** Rendered without answers, so it is never out of date. */
  bare: PrerenderedPage;
  restsUntil: number;
}

/** Null if there is no build, as with `npm run dev`. */
export async function loadRenderer(file: string): Promise<Renderer | null> {
  if (!existsSync(file)) return null;
  return (await import(pathToFileURL(file).href)) as Renderer;
}

export function createPrerenderer(renderer: Renderer, settings: unknown, read: ReadAnswer) {
  const states = new Map<RenderedPath, Promise<PageState>>();

  async function begin(page: RenderedPath): Promise<PageState> {
    await renderer.prepare(pathOf(page), settings);
    const { rendered, wanted } = renderWith(page, pathOf(page), new Map());
    return { page, keys: wanted, kept: null, bare: rendered, restsUntil: 0 };
  }

  /** @param name by which the browser knows what the document shows */
  function renderWith(name: string | null, path: string, texts: Texts) {
    const answers = new Map([...texts].map(([url, text]) => [url, JSON.parse(text)]));
    const isUnknown = name === 'lobby' || name === 'collector';
    const fresh = renderer.render(path, answers, 'new', isUnknown);
    const returning = renderer.render(path, answers, 'returning', isUnknown);
    const parts = [...texts].map(([url, text]) => `${JSON.stringify(url)}:${text}`);
    const rendered: PrerenderedPage = {
      fresh: fresh.html,
      returning: returning.html,
      initialData: `{"path":${JSON.stringify(name)},"answers":{${parts.join(',')}}}`,
      isLasting: texts.size === 0,
    };
    const wanted = PRERENDERED_CALLS.filter((key) => fresh.wanted.includes(urlOf(key)));
    return { rendered, wanted };
  }

  /** The answers that there are now. */
  async function readAll(calls: readonly PublicCall[]): Promise<Texts> {
    const found = await Promise.all(calls.map(([, ...call]) => read(...call)));
    const texts = new Map<string, string>();
    for (const [index, [url]] of calls.entries()) {
      const text = found[index];
      if (text !== undefined && text.length <= LONGEST) texts.set(url, text);
    }
    return texts;
  }

  /** Repeats until the page needs no further answer that memory has. */
  async function renderAgain(state: PageState): Promise<PrerenderedPage> {
    const startedAt = performance.now();
    for (let round = 0; ; round += 1) {
      const texts = await readAll(callsOf(state));
      const { rendered, wanted } = renderWith(state.page, pathOf(state.page), texts);
      const more = wanted.filter((key) => !state.keys.includes(key));
      if (more.length === 0 || round === MOST_ROUNDS) {
        state.kept = { texts, page: rendered };
        const now = performance.now();
        state.restsUntil = now + Math.min(now - startedAt, LONGEST_RENDER_MS) * PAUSE_IN_RENDERS;
        return rendered;
      }
      state.keys = [...state.keys, ...more];
    }
  }

  const running = new Map<RenderedPath, Promise<PrerenderedPage>>();

  const failedAt = new Map<RenderedPath, number>();

  function noteFault(page: RenderedPath): void {
    failedAt.set(page, performance.now());
    states.delete(page);
  }

  const about = new BoundedCache<string, Kept>(MOST_ABOUT);
  let aboutRestsUntil = 0;

  return {
    /** A page that shows a lobby or a collector, with the answers about them. @returns as `at` */
    async about(subject: NamedSubject): Promise<PrerenderedPage | null> {
      const calls = callsAbout(subject);
      const texts = await readAll(calls);
      if (texts.size < calls.length) return null;
      const path = subjectPath(null, subject)!;
      const kept = about.get(path);
      if (kept !== undefined && isSame(kept.texts, texts)) return kept.page;
      if (performance.now() < aboutRestsUntil) return null;
      aboutRestsUntil = performance.now() + PAUSE_AFTER_FAULT_MS; // unless it succeeds
      await renderer.prepare(path, settings);
      const startedAt = performance.now();
      const { rendered } = renderWith(path, path, texts);
      const now = performance.now();
      aboutRestsUntil = now + Math.min(now - startedAt, LONGEST_RENDER_MS) * ABOUT_PAUSE_IN_RENDERS;
      about.set(path, { texts, page: rendered });
      return rendered;
    },

    /** @returns null: only the browser renders it; the same object while nothing changed */
    async at(page: RenderedPath): Promise<PrerenderedPage | null> {
      const failed = failedAt.get(page);
      if (failed !== undefined && performance.now() - failed < PAUSE_AFTER_FAULT_MS) return null;
      let beginning = states.get(page);
      if (beginning === undefined) {
        beginning = begin(page);
        states.set(page, beginning);
        beginning.catch(() => noteFault(page));
      }
      const state = await beginning;
      const texts = await readAll(callsOf(state));
      if (state.kept !== null && isSame(state.kept.texts, texts)) return state.kept.page;
      // Never an outdated answer: the browser fetches the new one.
      if (performance.now() < state.restsUntil) return state.bare;
      let render = running.get(page);
      if (render === undefined) {
        render = renderAgain(state).finally(() => running.delete(page));
        running.set(page, render);
        render.catch(() => noteFault(page));
      }
      return render;
    },
  };
}

function isSame(one: Texts, other: Texts): boolean {
  return one.size === other.size && [...one].every(([url, text]) => other.get(url) === text);
}

const urlOf = (key: PublicKey) => key.slice('GET '.length);

const callsOf = ({ keys }: PageState) => keys.map((key): PublicCall => [urlOf(key), key]);

/** The calls whose answers a page about a lobby or a collector contains. */
function callsAbout(subject: NamedSubject): readonly PublicCall[] {
  if (subject.kind === 'lobby') {
    return [[`/api/game/lobbies/${subject.id}`, 'GET /api/game/lobbies/{id}', { id: subject.id }]];
  }
  const walletAddress = subject.wallet;
  return (['/api/users', '/api/leaderboard', '/api/game/leaderboard'] as const).map((path) => {
    return [`${path}/${walletAddress}`, `GET ${path}/{walletAddress}`, { walletAddress }];
  });
}
