/** The hosts that the page and the rules name, typed out again. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FILES = '{web,rules,contract}/**/*.{ts,tsx,js,css,html,svg,webmanifest}';
/** Of wallets, to get them or to open the page in one. */
const WALLETS = ['my.slush.app', 'nightly.app', 'slush.app', 'suiet.app', 'surf.tech'];
/** Reserved for examples, and the name of a format. */
const NAMED_ONLY = /\.(example|invalid)$|^www\.w3\.org$/;

it('no host is named but those of wallets: all others are settings', { tags: 'pages-17' }, () => {
  const files = globSync(FILES).filter((file) => !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(400);
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:https?|wss?):\/\/([\w.-]+\w)/g)].map(
      ([, host = '']) => host,
    ),
  );
  const real = named.filter((host) => !NAMED_ONLY.test(host));
  expect([...new Set(real)].sort()).toEqual(WALLETS);
});
