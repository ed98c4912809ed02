/**
 * `npm run lighthouse [path ...]`: Google Lighthouse results of the demo's pages on a phone, the median of three
 * runs. Uses the installed Chromium; Lighthouse is installed the first time.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { personaAddress } from '#demo/keys.ts';
import { startProduct } from '#tests/support/product.ts';
import ensureBuilt from '#tests/support/web-build.ts';
import { findBrowser, findHeadlessShell, installBrowser } from '../scripts/browser.ts';
import { installOnDemand, lockedVersion } from './on-demand.ts';

const FOLDER = path.join(import.meta.dirname, 'lighthouse');
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 3);
/** Each page with the persona who visits it; null for a visitor. */
const PAGES: Readonly<Record<string, string | null>> = {
  '/': null,
  '/games': null,
  '/the-mainz': null,
  '/profile': 'whale',
};

interface Audit {
  readonly numericValue?: number;
  readonly score: number | null;
  readonly title: string;
  readonly displayValue?: string;
}

interface Report {
  readonly categories: Readonly<
    Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<Record<string, Audit>>;
}

interface BrowserPage {
  evaluateOnNewDocument(work: (...values: string[]) => void, ...values: string[]): Promise<void>;
  close(): Promise<void>;
}

interface Browser {
  newPage(): Promise<BrowserPage>;
  close(): Promise<void>;
}

/** The used parts of packages that only this benchmark installs. */
interface Packages {
  readonly launch: (options: object) => Promise<Browser>;
  readonly lighthouse: (
    url: string,
    flags: object,
    config: undefined,
    page: BrowserPage,
  ) => Promise<{ lhr: Report; report: string }>;
}

async function packages(): Promise<Packages> {
  installOnDemand(FOLDER);
  const load = (file: string) =>
    import(pathToFileURL(path.join(FOLDER, 'node_modules', file)).href);
  const puppeteer = await load('puppeteer-core/lib/esm/puppeteer/puppeteer-core.js');
  const { default: lighthouse } = await load('lighthouse/core/index.js');
  return { launch: (options) => puppeteer.default.launch(options), lighthouse };
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const SHOWN = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  SI: 'speed-index',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  kB: 'total-byte-weight',
};

const asked = process.argv.slice(2);
const paths = asked.length > 0 ? asked : Object.keys(PAGES);
// Without it there would be no page to measure, or the one of an earlier checkout.
ensureBuilt();
const { launch, lighthouse } = await packages();
// On two cores the window's own processes would be counted: a task's length is that of the clock.
const executablePath = findHeadlessShell() ?? findBrowser() ?? installBrowser();
if (executablePath === undefined) throw new Error('There is no browser: set CHROME_PATH.');
await using product = await startProduct({ env: { LOG_LEVEL: 'silent', SERVICE_WORKER: 'on' } });
await people(product.url);
console.log(`Lighthouse ${lockedVersion(FOLDER, 'lighthouse')}, mobile, ${RUNS} runs each`);
console.log('page          score  a11y  best   seo     FCP     LCP      SI     TBT    CLS     kB');
for (const page of paths) {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run += 1) reports.push(await measure(page));
  const middle = reports.sort((a, b) => scoreOf(a) - scoreOf(b))[Math.floor(RUNS / 2)]!;
  console.log(line(page, middle));
  for (const words of faultsOf(middle)) console.log(`    ${words}`);
}

async function measure(page: string): Promise<Report> {
  const browser = await launch({
    executablePath,
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'],
  });
  try {
    const tab = await browser.newPage();
    const persona = PAGES[page] ?? null;
    if (persona !== null) {
      await tab.evaluateOnNewDocument(become, persona, personaAddress(persona));
    }
    const flags = { disableStorageReset: persona !== null, output: 'html', logLevel: 'error' };
    const { lhr, report } = await lighthouse(product.url + page, flags, undefined, tab);
    const folder = process.env.LIGHTHOUSE_REPORTS;
    if (folder) writeFileSync(path.join(folder, `${page.slice(1) || 'home'}.html`), report);
    return lhr;
  } finally {
    await browser.close();
  }
}

/** Runs in the browser before the page's code. */
function become(name: string | undefined, address: string | undefined): void {
  const { sessionStorage, localStorage } = globalThis as unknown as Record<
    'sessionStorage' | 'localStorage',
    { setItem(key: string, value: string): void }
  >;
  sessionStorage.setItem('demo_persona', name ?? '');
  localStorage.setItem('demo_wallet_allowed', 'true');
  localStorage.setItem('wallet_connected', 'true');
  localStorage.setItem('wallet_address', address ?? '');
}

function scoreOf({ categories }: Report): number {
  return categories.performance?.score ?? 0;
}

function line(page: string, { categories, audits }: Report): string {
  const scores = CATEGORIES.map((name) =>
    String(Math.round((categories[name]?.score ?? 0) * 100)).padStart(6),
  );
  const figures = Object.entries(SHOWN).map(([name, id]) => {
    const value = audits[id]?.numericValue ?? Number.NaN;
    const shown =
      name === 'CLS'
        ? value.toFixed(3)
        : name === 'kB'
          ? (value / 1000).toFixed(0)
          : value.toFixed(0);
    return shown.padStart(name === 'CLS' || name === 'kB' ? 7 : 8);
  });
  return `${page.padEnd(12)}${scores.join('')}${figures.join('')}`;
}

function faultsOf({ categories, audits }: Report): string[] {
  return CATEGORIES.flatMap((name) =>
    (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id];
      if (audit === undefined || weight === 0 || audit.score === null || audit.score >= 0.9) {
        return [];
      }
      return [`${name}: ${audit.title} ${audit.displayValue ?? ''}`];
    }),
  );
}

/** Waits until the demo people are seeded: an empty board is another page. */
async function people(url: string): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    const [ranking, lobbies] = await Promise.all(
      ['/api/leaderboard', '/api/game/lobbies'].map(
        async (path) => (await (await fetch(url + path)).json()) as unknown[],
      ),
    );
    if (ranking!.length >= 20 && lobbies!.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the people of the demo did not come');
}
