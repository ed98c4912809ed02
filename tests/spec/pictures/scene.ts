/** The description of one picture, and actions that scenes share. */
import type { Locator, Page } from '@playwright/test';
import { REFUSALS, refusalSentence } from '#contract/refusals.ts';
import type { RefusalFacts, RefusalReason } from '#rules/refusal.ts';
import { userOf } from '#tests/support/user.ts';
import { ACE, type ScriptedBattle, type ScriptedCall } from '../scripted-battle.ts';

export interface Scene {
  /** Ids of the rules in docs/product that it tests. */
  readonly rules?: readonly string[];
  /** Title and description of the toast in the picture. */
  readonly toast?: readonly [title: string, words?: string];
  /** Texts on the page or in a dialog at the same time. */
  readonly shows?: readonly string[];
  /** A message that only the console gets. */
  readonly logs?: string;
  /** How many calls are never answered. */
  readonly unanswered?: number;
  readonly persona?: string;
  readonly path?: string;
  /** Runs before the page is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
  readonly act?: (page: Page) => Promise<unknown>;
}

export type Play = (page: Page, battle: ScriptedBattle) => unknown;

/** A scene of the battle page, with Ace connected and a scripted battle server. */
export interface BattleScene extends Pick<Scene, 'rules' | 'toast' | 'shows' | 'unanswered'> {
  readonly play: Play;
}

export const inTurn =
  (...steps: readonly Play[]): Play =>
  async (page, battle) => {
    for (const step of steps) await step(page, battle);
  };

/** Calls of these kinds fail from now on. */
export const failing =
  (...calls: readonly ScriptedCall[]): Play =>
  (_page, battle) => {
    for (const call of calls) battle.failing.add(call);
  };

/**
 * A persona for each scene in which the display name matters: all files share one product, names are kept,
 * and only a persona without a name is asked for one.
 */
export const PARTS = {
  namedAtHome: 'admin',
  namedOnProfile: 'five',
  namelessRefused: 'kiosk',
  namelessSaved: 'duo',
  namelessInMatch: 'ace',
} as const;

export type Scenes<Kind = Scene> = Readonly<Record<string, Kind>>;

/** Scenes that have these parts in common. */
export const allWith = (common: Partial<Scene>, scenes: Scenes): Scenes =>
  Object.fromEntries(
    Object.entries(scenes).map(([name, scene]) => [name, { ...common, ...scene }]),
  );

export const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** Calls of this method and address fail without an error body, like answers of a proxy. */
export const fails = (page: Page, method: string, url: string, status = 500) =>
  answers(page, method, url, status, '');

/** Calls of this method and address are refused with an error body of the server. */
export const refuses = (
  page: Page,
  method: string,
  url: string,
  { reason, facts = {} }: { readonly reason: RefusalReason; readonly facts?: RefusalFacts },
) => {
  const body = { error: refusalSentence(reason, facts), reason, facts };
  return answers(page, method, url, REFUSALS[reason][0], JSON.stringify(body));
};

export const answers = (page: Page, method: string, url: string, status: number, body: string) =>
  page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({ status, body, contentType: 'application/json' })
      : route.fallback(),
  );

/** On a small screen opens the drawer. @returns whether it did */
export const openMenu = async (page: Page): Promise<boolean> => {
  await page.getByRole('banner').waitFor();
  const menu = button(page, 'Open menu');
  const isSmall = await menu.isVisible();
  if (isSmall) await menu.click();
  return isSmall;
};

export const connect = async (page: Page) => {
  if (await openMenu(page)) {
    await button(page.getByRole('dialog'), 'Connect Wallet').click();
  } else await button(page.getByRole('banner'), 'Connect Wallet').click();
};

/** Connects by a button of the page, where a failure is only logged. */
export const connectOnPage = (page: Page) =>
  button(page.getByRole('main'), 'Connect Wallet').click();

export const disconnect = async (page: Page) => {
  await openMenu(page);
  await button(page, 'Disconnect').click();
};

/** Clicks several buttons without a render in between. */
export const pressAtOnce = (page: Page, ...names: readonly string[]) =>
  page.evaluate((all) => {
    for (const name of all) {
      const named = [...document.querySelectorAll('button')].find(
        (one) => one.textContent?.trim() === name,
      );
      named?.click();
    }
  }, names);

/** The server's answer after a change of Ace's name. */
export const user = () => userOf(ACE, { username: 'Ace', displayName: 'Ace' });
