/** Launch options of the browser; they work as root and without a network. */
import { findBrowser } from '../../../scripts/browser.ts';

/** Undefined: Playwright uses its own browser, or explains how to install it. */
const executablePath = findBrowser();

export const CHROMIUM = {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
