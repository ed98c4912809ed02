/** Builds the test wallet's extension and opens a real Chromium with it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { BEHAVIOUR_KEY, type Behaviour, CHANGED_EVENT } from './test-wallet/behaviour.ts';

const SOURCE = path.join(import.meta.dirname, 'test-wallet');

/** Bundles the extension into a temp folder; the caller removes it. */
export async function buildExtension(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'the-mainz-test-extension-'));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: {
        entry: path.join(SOURCE, 'content.ts'),
        formats: ['iife'],
        name: 'harbour',
        fileName: () => 'content.js',
      },
    },
  });
  cpSync(path.join(SOURCE, 'manifest.json'), path.join(folder, 'manifest.json'));
  return folder;
}

/** Opens a browser profile with the extension. */
export async function openBrowserWithWallet(
  extension: string,
  launch: { executablePath?: string; args?: string[] },
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const profile = mkdtempSync(path.join(tmpdir(), 'the-mainz-test-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...launch,
    // Chromium's new headless loads extensions; Playwright's headless shell does not.
    headless: false,
    args: [
      ...(launch.args ?? []),
      '--headless=new',
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
  });
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Sets the wallet's behaviour before the first page, at an address of the product that is not a page. */
export async function prepareWallet(
  page: Page,
  url: string,
  behaviour: Partial<Behaviour>,
): Promise<void> {
  await page.goto(`${url}/healthz`);
  await setWallet(page, behaviour);
}

/** Sets the wallet's behaviour from the next page load on. */
export async function setWallet(page: Page, behaviour: Partial<Behaviour>): Promise<void> {
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key as string, value as string),
    [BEHAVIOUR_KEY, JSON.stringify(behaviour)],
  );
}

/** Changes the behaviour now, as when the person switches accounts in the wallet. */
export async function changeWallet(page: Page, behaviour: Partial<Behaviour>): Promise<void> {
  await setWallet(page, behaviour);
  await page.evaluate((event) => window.dispatchEvent(new Event(event)), CHANGED_EVENT);
}
