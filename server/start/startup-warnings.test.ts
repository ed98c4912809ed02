import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { DEMO_DEFAULTS } from './demo-mode.ts';
import { startupWarnings, unknownNames } from './startup-warnings.ts';

const CARDS = `0x${'c'.repeat(64)}::cards::Card`;
const said = (env: NodeJS.ProcessEnv) =>
  startupWarnings(readConfig(env, DEMO_DEFAULTS)).map((line) => line.split(' ', 1)[0]);

it('a demo has none, however it is set', () => {
  expect(said({})).toEqual([]);
  expect(said({ HOST: '0.0.0.0' })).toEqual([]);
});

const LINKS_SET = Object.fromEntries(
  ['CHART', 'LAUNCHPAD', 'MARKETPLACE', 'CHAT', 'MICROBLOG', 'CHANNEL'].map((name) => [
    `LINK_${name}`,
    `https://${name.toLowerCase()}.example`,
  ]),
);

it('a collection alone leaves pictures, links, token and admin open', () => {
  expect(said({ COLLECTION_TYPES: CARDS })).toEqual([
    'IPFS_GATEWAYS',
    ...['LINK_CHART,', 'LINK_CHAT,'],
    ...['COIN_TYPE', 'ADMIN_WALLET'],
  ]);
});

it('names the links that are not set, by where they lead', { tags: 'pages-40' }, () => {
  const { LINK_MARKETPLACE, LINK_CHAT, ...some } = LINKS_SET;
  const config = readConfig({ COLLECTION_TYPES: CARDS, ...some }, DEMO_DEFAULTS);
  expect(startupWarnings(config).filter((line) => line.startsWith('LINK'))).toEqual([
    'LINK_MARKETPLACE is not set: what leads there leads to the explorer.',
    'LINK_CHAT is not set: the page offers no link there.',
  ]);
});

it('asks for PUBLIC_ORIGIN when the server listens to other machines', () => {
  const whole = {
    COLLECTION_TYPES: CARDS,
    COIN_TYPE: `0x${'c'.repeat(64)}::main::MAIN`,
    ADMIN_WALLET: '0xad',
    IPFS_GATEWAYS: 'https://pinned.example/ipfs',
    ...LINKS_SET,
  };
  expect(said(whole)).toEqual([]);
  expect(said({ ...whole, HOST: '0.0.0.0' })).toEqual(['PUBLIC_ORIGIN']);
  expect(said({ ...whole, HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://cards.example' })).toEqual([]);
});

it.each([
  ['0.0.0.0', 'localhost'],
  ['192.0.2.5', '192.0.2.5'],
  ['2001:db8::5', '[2001:db8::5]'],
])('on %s says that a page is used as %s', (HOST, name) => {
  const config = readConfig({ COLLECTION_TYPES: CARDS, HOST }, DEMO_DEFAULTS);
  expect(startupWarnings(config).at(-1)).toContain(`by another name than ${name} can only look.`);
});

it('asks for TRUST_PROXY when PUBLIC_ORIGIN is https', () => {
  const PUBLIC_ORIGIN = 'https://cards.example';
  const env = { COLLECTION_TYPES: CARDS, PUBLIC_ORIGIN };
  expect(said(env)).toContain('TRUST_PROXY');
  expect(said({ ...env, TRUST_PROXY: '10.0.0.2' })).not.toContain('TRUST_PROXY');
});

it('warns of a network of everybody in TRUST_PROXY', () => {
  const TRUST_PROXY = '10.0.0.2, 0.0.0.0/0';
  expect(said({ COLLECTION_TYPES: CARDS, TRUST_PROXY })).toContain('TRUST_PROXY');
  expect(said({ COLLECTION_TYPES: CARDS, TRUST_PROXY: '10.0.0.0/8' })).not.toContain('TRUST_PROXY');
});

it('names what stands in .env and is no setting, but not its value', () => {
  const file =
    'PORT=3000\n# HOSTS=a\nBACKUP_FOLDER=/srv\nCOLLECTION_TYPE="0x2::a::B"\nNODE_EXTRA_CA_CERTS=/etc/ca\n';
  expect(unknownNames(file)).toEqual([
    '.env has BACKUP_FOLDER, COLLECTION_TYPE, which no setting is called: .env.example names them all.',
  ]);
  expect(unknownNames('PORT=3000\n')).toEqual([]);
});
