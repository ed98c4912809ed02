/** How the browser of the tests is started; works as root and without a network. */
import { findBrowser } from '../../../scripts/browser.ts';

/** Undefined leaves it to Playwright, which then says how to install its own. */
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
