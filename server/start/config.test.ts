import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalAddress } from '#rules/address.ts';
import { type Config, ownOrigins, readConfig, SETTINGS } from './config.ts';
import { DEMO_DEFAULTS as DEMO } from './demo-mode.ts';

const CARDS = `0x${'c'.repeat(64)}::cards::Card`;
const read = (env: NodeJS.ProcessEnv): Config => readConfig(env, DEMO);

describe('links outside demo mode', () => {
  it('lead to the explorer of the network, or nowhere, until they are set', {
    tags: 'pages-40',
  }, () => {
    const COIN_TYPE = `0x${'d'.repeat(64)}::main::MAIN`;
    const { links, explorerTemplate } = read({ COLLECTION_TYPES: CARDS, COIN_TYPE });
    expect(explorerTemplate).toBe('https://suivision.xyz/object/{id}');
    const cards = `https://suivision.xyz/object/0x${'c'.repeat(64)}`;
    expect(links).toEqual({
      chart: `https://suivision.xyz/object/0x${'d'.repeat(64)}`,
      launchpad: cards,
      marketplace: cards,
      chat: null,
      microblog: null,
      channel: null,
    });
    const onTest = read({ COLLECTION_TYPES: CARDS, SUI_NETWORK: 'testnet' }).links;
    expect(onTest.chart).toBe(`https://testnet.suivision.xyz/object/0x${'c'.repeat(64)}`);
  });
});

describe('gateways of a collection that names none', () => {
  it('are four: two of pinning services, a public one, one near the visitor', {
    tags: ['H5', 'cards-6'],
  }, () => {
    const { ipfsGateways } = read({ COLLECTION_TYPES: CARDS });
    expect(ipfsGateways).toEqual([
      'https://gateway.pinata.cloud/ipfs/{cid}',
      'https://ipfs.filebase.io/ipfs/{cid}',
      'https://ipfs.io/ipfs/{cid}',
      'https://dweb.link/ipfs/{cid}',
    ]);
  });
});

describe('without any setting', () => {
  it('is a demo on this machine only', () => {
    expect(read({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      servers: 1,
      metricsPort: null,
      publicOrigin: null,
      trustProxy: null,
      dataDir: path.resolve(import.meta.dirname, '../../data'),
      backups: null,
      databaseUrl: null,
      redisUrl: null,
      isDemo: true,
      sui: { network: 'mainnet', transport: 'grpc', url: null, apiKey: null },
      collectionTypes: [],
      coinType: null,
      adminWallet: DEMO.adminWallet,
      ipfsGateways: DEMO.ipfsGateways,
      explorerTemplate: DEMO.explorerTemplate,
      links: DEMO.links,
      webWallet: null,
      hasServiceWorker: true,
      rateLimitFactor: 1,
      logLevel: 'warn',
    });
  });

  it('takes empty settings for none', () => {
    const empty = Object.fromEntries(SETTINGS.map((name) => [name, ' ']));
    expect(read(empty)).toEqual(read({}));
  });
});

describe('with a collection', () => {
  it('is no demo, talks to a public node and has no admin unless told', {
    tags: 'calls-21',
  }, () => {
    const config = read({ COLLECTION_TYPES: CARDS });
    expect(config).toMatchObject({ isDemo: false, collectionTypes: [CARDS], adminWallet: null });
    expect(config.sui.url).toBe('https://fullnode.mainnet.sui.io:443');
  });

  it.each([
    ['testnet', 'grpc', 'https://fullnode.testnet.sui.io:443'],
    ['mainnet', 'graphql', 'https://graphql.mainnet.sui.io/graphql'],
    ['localnet', 'jsonrpc', 'http://127.0.0.1:9000'],
  ])('finds the node of %s over %s', (SUI_NETWORK, SUI_TRANSPORT, url) => {
    const config = read({ COLLECTION_TYPES: CARDS, SUI_NETWORK, SUI_TRANSPORT });
    expect(config.sui.url).toBe(url);
  });

  it.each(['abc123', 'authorization: Bearer abc123'])('takes %j for the key of a node', (key) => {
    expect(read({ SUI_API_KEY: key }).sui.apiKey).toBe(key);
  });

  it('needs a node named for JSON-RPC, which the public ones gave up', () => {
    const env = { COLLECTION_TYPES: CARDS, SUI_TRANSPORT: 'jsonrpc' };
    expect(() => read(env)).toThrow('SUI_URL is not set, and SUI_TRANSPORT jsonrpc');
    expect(read({ ...env, SUI_URL: 'https://node.example' }).sui.url).toBe('https://node.example');
  });
});

describe('good values', () => {
  const generic = `0x1::market::Item<${CARDS}, 0x2::sui::SUI>`;
  it.each<[string, string, Partial<Config>]>([
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['HOST', '::1', { host: '::1' }],
    ['HOST', 'localhost', { host: 'localhost' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', ' 65535 ', { port: 65_535 }],
    ['SERVERS', '1', { servers: 1 }],
    ['SERVERS', '32', { servers: 32 }],
    ['PUBLIC_ORIGIN', 'https://cards.example', { publicOrigin: 'https://cards.example' }],
    ['PUBLIC_ORIGIN', 'https://Cards.example:443/', { publicOrigin: 'https://cards.example' }],
    ['DATA_DIR', '/srv/mainz', { dataDir: '/srv/mainz' }],
    ['PUBLIC_ORIGIN', 'http://[::1]:3000', { publicOrigin: 'http://[::1]:3000' }],
    ['PUBLIC_ORIGIN', 'http://my_host:3000', { publicOrigin: 'http://my_host:3000' }],
    ['DATABASE_URL', 'postgres://u:p@db:5432/x', { databaseUrl: 'postgres://u:p@db:5432/x' }],
    [
      'DATABASE_URL',
      'postgres://db/x?sslmode=verify-ca',
      { databaseUrl: 'postgres://db/x?sslmode=verify-ca' },
    ],
    ['DATABASE_URL', 'postgres:///x?host=/run', { databaseUrl: 'postgres:///x?host=/run' }],
    [
      'BACKUP_DIR',
      '/srv/backups',
      { backups: { folder: '/srv/backups', kept: 7, everyHours: 24 } },
    ],
    ['REDIS_URL', 'rediss://cache:6380/1', { redisUrl: 'rediss://cache:6380/1' }],
    ['COLLECTION_TYPES', `${generic},${CARDS}`, { collectionTypes: [generic, CARDS] }],
    ['COIN_TYPE', '0x2::sui::SUI', { coinType: '0x2::sui::SUI' }],
    ['ADMIN_WALLET', '0xAB', { adminWallet: canonicalAddress('0xab') }],
    [
      'IPFS_GATEWAYS',
      'https://a.example/ipfs/{cid}, https://b.example/',
      { ipfsGateways: ['https://a.example/ipfs/{cid}', 'https://b.example/'] },
    ],
    [
      'EXPLORER_TEMPLATE',
      'https://x.example/{network}/{id}',
      { explorerTemplate: 'https://x.example/{network}/{id}' },
    ],
    ['WEB_WALLET', 'slush', { webWallet: 'slush' }],
    ['SERVICE_WORKER', 'off', { hasServiceWorker: false }],
    ['RATE_LIMIT_FACTOR', '2.5', { rateLimitFactor: 2.5 }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
  ])('%s=%s', (name, value, expected) => {
    expect(read({ [name]: value })).toMatchObject(expected);
  });

  it('reads a link target', () => {
    expect(read({ LINK_CHAT: 'https://chat.example/a' }).links).toMatchObject({
      chart: DEMO.links.chart,
      chat: 'https://chat.example/a',
    });
  });

  it.each([
    'http://127.0.0.1:9000',
    'http://localhost:9000',
    'http://[::1]:9000',
    'http://192.168.1.4',
    'http://sui-node:9000',
  ])('a demo may use the near node %s', (SUI_URL) => {
    expect(read({ SUI_URL }).sui.url).toBe(SUI_URL);
  });
});

const wrong = (name: string, takes: string, ...values: readonly string[]) =>
  values.map((value): [string, string, string] => [name, value, takes]);

describe('wrong values end in one line with the setting, what it got and what it takes', () => {
  it.each<[string, string, string]>([
    ...wrong(
      'HOST',
      'an address or name of this machine',
      'not a host',
      '999.1.1.1',
      'fe80::1%eth0',
    ),
    ...wrong('PORT', 'a port from 1 to 65535, or 0', '70000', '30x', '-1'),
    ...wrong('METRICS_PORT', 'a port from 1 to 65535, or 0', 'none'),
    ...wrong(
      'TRUST_PROXY',
      'the address of a proxy or a network',
      ...['true', '*', 'proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::1/129'],
    ),
    ...wrong('SERVERS', 'a whole number from 1 to 32', '0', '-1', '1e9', 'two', '33', '1.5', '01'),
    ...wrong('PUBLIC_ORIGIN', 'an origin', 'https://cards.example/path', 'cards.example'),
    ...wrong('PUBLIC_ORIGIN', 'an origin', 'https://*.cards.example'),
    ['SUI_NETWORK', 'main', 'one of mainnet, testnet, devnet, localnet'],
    ['SUI_TRANSPORT', 'rest', 'one of grpc, graphql, jsonrpc'],
    ['COLLECTION_TYPES', '0x2::sui', 'each a Move struct type'],
    ['COLLECTION_TYPES', `${CARDS},${CARDS}`, 'a comma list without repeats'],
    ['COLLECTION_TYPES', '0x2::a::B,0x02::a::B', 'a comma list without repeats'],
    ['COLLECTION_TYPES', '0x1::a::B<0x2::c::D', 'each a Move struct type'],
    ['COIN_TYPE', 'SUI', 'a Move struct type'],
    ['ADMIN_WALLET', '0xzz', 'a Sui address'],
    ['ADMIN_WALLET', `0x${'1'.repeat(65)}`, 'a Sui address'],
    ['IPFS_GATEWAYS', 'https://a.example,,https://b.example', 'a comma list'],
    ['EXPLORER_TEMPLATE', 'https://x.example/object', 'an address with {id}'],
    ['LINK_CHART', 'javascript:alert(1)', 'an address that begins with https:// or http://'],
    ['WEB_WALLET', 'other', 'one of slush'],
    ['SERVICE_WORKER', 'no', 'one of on, off'],
    ['RATE_LIMIT_FACTOR', '0', 'a number above 0'],
    ['RATE_LIMIT_FACTOR', '1e3', 'a number above 0'],
    ['LOG_LEVEL', 'loud', 'one of fatal, error'],
  ])('%s=%s', (name, value, takes) => {
    const message = refusalOf({ [name]: value });
    expect(message).toContain(`${name} got ${JSON.stringify(value)}; it takes`);
    expect(message).toContain(takes);
    expect(message).not.toContain('\n');
  });

  it.each([
    ['DATABASE_URL', 'mysql://root:hunter2@db/x', 'postgres:// or postgresql://'],
    ['DATABASE_URL', 'postgres:///x?password=hunter2', 'and names a host'],
    ['DATABASE_URL', 'postgres://u:hunter2@db:99999/x', 'and names a host'],
    ['DATABASE_URL', 'postgres://u:hunter2@db/x?sslmode=required', 'an sslmode'],
    // Other drivers know it; ours would take it for the strictest.
    ['DATABASE_URL', 'postgres://u:hunter2@db/x?sslmode=no-verify', 'an sslmode'],
    // What stands before the # would be printed as the host.
    ['DATABASE_URL', 'postgres://u:@hunter2#x@db/x', 'a # in its password is written %23'],
    ['REDIS_URL', 'redis://:@hunter2#x@cache', 'a # in its password is written %23'],
    ['REDIS_URL', 'hunter2', 'redis:// or rediss://'],
    ['REDIS_URL', 'redis://:hunter2@cache/games', 'the number of a database'],
    ['REDIS_URL', 'redis://:hunter2%@cache', 'a % in its password is written %25'],
    ['SUI_URL', 'node.example/hunter2', 'an address that begins with https:// or http://'],
    ['SUI_URL', 'https://me:hunter2@node.example', 'without a user name'],
    ['SUI_API_KEY', 'hunter2\u0007', 'a key of printable ASCII characters'],
  ])('%s keeps its secret', (name, value, takes) => {
    const message = refusalOf({ [name]: value });
    expect(message).toContain(`${name} got a value that is not shown here; it takes`);
    expect(message).toContain(takes);
    expect(message).not.toContain('hunter2');
  });

  it.each(['https://fullnode.mainnet.sui.io:443', 'http://8.8.8.8', 'http://[2001:db8::1]'])(
    'a demo refuses the public node %s',
    (SUI_URL) => {
      expect(refusalOf({ SUI_URL })).toMatch(/^SUI_URL is .* COLLECTION_TYPES is not set/);
      expect(refusalOf({ SUI_URL: `${SUI_URL}/v2/hunter2` })).not.toContain('hunter2');
    },
  );
});

it.each([[{ PORT: '9464', METRICS_PORT: '9464' }], [{ METRICS_PORT: '3000' }]])(
  'one port cannot be both: %j',
  (env) => {
    expect(refusalOf(env)).toMatch(/^METRICS_PORT is the same as PORT \(\d+\): .+\.$/);
  },
);

it('.env.example names every setting, and no other', () => {
  const example = readFileSync(path.resolve(import.meta.dirname, '../../.env.example'), 'utf8');
  const named = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual([...SETTINGS].sort());
});

it('our own origin is PUBLIC_ORIGIN alone when set, else this machine under both names and by HOST, as browsers write them', () => {
  const publicOrigin = 'https://cards.example';
  const host = '127.0.0.1';
  expect(ownOrigins({ publicOrigin, host }, 3000)).toEqual([publicOrigin]);
  const local = ['http://localhost:4321', 'http://127.0.0.1:4321'];
  expect(ownOrigins({ publicOrigin: null, host }, 4321)).toEqual(local);
  for (const [listening, own] of [
    ['0.0.0.0', []],
    ['::', []],
    ['localhost', []],
    ['::1', ['http://[::1]:4321']],
    ['192.168.1.5', ['http://192.168.1.5:4321']],
    ['Desk.local', ['http://desk.local:4321']],
  ] as const) {
    expect(ownOrigins({ publicOrigin: null, host: listening }, 4321)).toEqual([...local, ...own]);
  }
  // Browsers leave port 80 out.
  const plain = ['http://localhost', 'http://127.0.0.1'];
  expect(ownOrigins({ publicOrigin: null, host }, 80)).toEqual(plain);
});

function refusalOf(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env, DEMO);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it was accepted');
}
