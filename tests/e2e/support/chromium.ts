/** Launch options of the browser; they work as root and without a network. */
import { findBrowser, findHeadlessShell } from '../../../scripts/browser.ts';
import { TAKES_PICTURES } from './pictures.ts';

/**
 * Chromium takes only the last `--disable-features`, so Playwright's own must stand here too, as far as our tests
 * depend on them.
 */
const DISABLED_FEATURES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  // The address bar's menus are pages, drawn in each new context: two thirds of what an empty page costs.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

const DRAWING = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];

/** No room for pixels, so none are drawn: a third of what a visit costs. Layout, frames and events stay. */
const args = TAKES_PICTURES ? DRAWING : [...DRAWING, '--force-gpu-mem-available-mb=1'];

/** For measurements, and for looking at pixels. */
export const DRAWING_CHROMIUM = { ...at(findBrowser()), args: DRAWING };

/** What people use, with extensions and pages kept in memory. Without a path Playwright explains how to install it. */
export const WHOLE_CHROMIUM = { ...at(findBrowser()), args };

/** For tests that need neither. */
export const CHROMIUM = { ...at(findHeadlessShell() ?? findBrowser()), args };

function at(executablePath: string | undefined) {
  return executablePath === undefined ? {} : { executablePath };
}
