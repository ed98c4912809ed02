/** Pages for the outgoing links of the demo: they say what a real installation links to. */
import { canonicalAddress } from '#rules/address.ts';
import type { Ledger } from './sui-node/ledger/ledger.ts';

const OUTSIDE_PAGES = {
  chart: 'the chart of the product\u2019s token',
  launchpad: 'the launchpad page of the collection',
  marketplace: 'the marketplace page of the collection',
  chat: 'the collectors\u2019 chat',
  microblog: 'the short news of the project',
  channel: 'the channel with its announcements',
} as const;

type OutsidePage = keyof typeof OUTSIDE_PAGES;

export const isOutsidePage = (text: string): text is OutsidePage =>
  Object.hasOwn(OUTSIDE_PAGES, text);

export function outsidePage(name: OutsidePage): string {
  return page(
    'Out of the demo',
    `<p>In a real installation this link leads to ${OUTSIDE_PAGES[name]}.</p>`,
  );
}

/** Stands in for the page of an explorer; null when the object does not exist. */
export function objectPage(ledger: Ledger, id: string): string | null {
  const object = ledger.store.get(id);
  if (object === undefined) return null;
  const owner = 'address' in object.owner ? object.owner.address : object.owner.kind;
  const facts = { Object: object.id, Type: object.type, Owner: owner, Version: object.version };
  const rows = Object.entries(facts).map(
    ([name, value]) => `<dt>${name}</dt><dd>${escaped(String(value))}</dd>`,
  );
  return page('An object of the stand-in ledger', `<dl>${rows.join('')}</dl>`);
}

/** Stands in for the explorer's page of a wallet; null for what is no address. */
export function accountPage(id: string): string | null {
  const address = canonicalAddress(id);
  if (address === null) return null;
  return page('A wallet of the stand-in ledger', `<dl><dt>Account</dt><dd>${address}</dd></dl>`);
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>body{margin:0;min-height:100vh;display:grid;place-content:center;gap:1rem;padding:2rem;background:#0f0d0c;color:#f8f3e9;font:1.125rem/1.5 system-ui,sans-serif}h1{margin:0}dt{color:#a89e92;margin-top:.75rem}dd{margin:0;overflow-wrap:anywhere}a{color:#f6c955}</style><main><h1>${title}</h1>${body}<p><a href="/">Back to The MAINZ</a></p></main></html>`;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
