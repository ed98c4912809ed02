/** Every setting, read from the environment. */
import path from 'node:path';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { printableUrl, secretsOf } from '#server/start/printable-url.ts';
import * as setting from '#server/start/setting-parsers.ts';
import { StartError } from '#server/start/start-error.ts';

const PROJECT_FOLDER = path.resolve(import.meta.dirname, '../..');

const NETWORKS = ['mainnet', 'testnet', 'devnet', 'localnet'] as const;
const TRANSPORTS = ['grpc', 'graphql', 'jsonrpc'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const WEB_WALLETS = ['slush'] as const;
/** Link targets by their name on the page. */
export const LINKS = ['chart', 'launchpad', 'marketplace', 'chat', 'microblog', 'channel'] as const;
export type Link = (typeof LINKS)[number];

const linkSetting = (link: Link) => `LINK_${link.toUpperCase() as Uppercase<Link>}` as const;

/** All settings. Each is optional, and an empty one counts as unset. */
export const SETTINGS = [
  ...['HOST', 'PORT', 'SERVERS', 'METRICS_PORT', 'PUBLIC_ORIGIN', 'TRUST_PROXY'],
  ...['DATA_DIR', 'BACKUP_DIR', 'BACKUP_KEEP', 'BACKUP_EVERY_HOURS', 'DATABASE_URL', 'REDIS_URL'],
  ...['SUI_NETWORK', 'SUI_TRANSPORT', 'SUI_URL', 'SUI_API_KEY'],
  ...['COLLECTION_TYPES', 'COIN_TYPE', 'ADMIN_WALLET', 'IPFS_GATEWAYS', 'EXPLORER_TEMPLATE'],
  ...['WEB_WALLET', 'SERVICE_WORKER'],
  ...LINKS.map(linkSetting),
  ...['RATE_LIMIT_FACTOR', 'LOG_LEVEL'],
] as const;

export type Config = ReturnType<typeof readConfig>;

/** Two pinning services, a public gateway, and one with a cache near the visitor (H5). */
export const PUBLIC_GATEWAYS: readonly string[] = [
  'https://gateway.pinata.cloud/ipfs/{cid}',
  'https://ipfs.filebase.io/ipfs/{cid}',
  'https://ipfs.io/ipfs/{cid}',
  'https://dweb.link/ipfs/{cid}',
];

type Network = (typeof NETWORKS)[number];
type ReadSetting = ReturnType<typeof setting.reader<(typeof SETTINGS)[number]>>;

/** What demo mode uses where a setting is not given. */
export type DemoDefaults = {
  adminWallet: Address;
  ipfsGateways: readonly string[];
  explorerTemplate: string;
  links: Record<Link, string>;
};

/**
 * Reads every setting; nothing else reads the environment.
 * @throws StartError naming the setting, what it got and what it takes.
 */
export function readConfig(env: NodeJS.ProcessEnv, demo: DemoDefaults) {
  const read: ReadSetting = setting.reader(env);
  const collectionTypes = read('COLLECTION_TYPES', setting.moveTypes) ?? [];
  const isDemo = collectionTypes.length === 0;
  const network = read('SUI_NETWORK', setting.oneOf(NETWORKS)) ?? 'mainnet';
  const transport = read('SUI_TRANSPORT', setting.oneOf(TRANSPORTS)) ?? 'grpc';
  const explorerTemplate =
    read('EXPLORER_TEMPLATE', setting.explorer) ??
    (isDemo ? demo.explorerTemplate : defaultExplorer(network));
  const coinType = read('COIN_TYPE', setting.moveType) ?? null;
  const inExplorer = explorerLinks({ explorerTemplate, network, collectionTypes, coinType });
  const suiUrl = read('SUI_URL', setting.nodeUrl);
  if (isDemo && suiUrl !== undefined && setting.isPublic(suiUrl)) {
    throw new StartError(
      `SUI_URL is ${printableUrl(suiUrl)}, a public node, but COLLECTION_TYPES is not set: without a collection the server runs in demo mode, which never talks to a public node.`,
    );
  }
  const databaseUrl = read('DATABASE_URL', setting.databaseUrl) ?? null;
  const port = read('PORT', setting.port) ?? 3000;
  const metricsPort = read('METRICS_PORT', setting.port) ?? null;
  if (metricsPort === port && port !== 0) {
    throw new StartError(
      `METRICS_PORT is the same as PORT (${port}): set another one, or take it away.`,
    );
  }
  const links = LINKS.map((name) => {
    const given = read(linkSetting(name), setting.httpUrl);
    return [name, given ?? (isDemo ? demo.links[name] : (inExplorer[name] ?? null))] as const;
  });
  return {
    host: read('HOST', setting.host) ?? '127.0.0.1',
    /** 0: any free port. */
    port,
    /** Server processes on `port`; 1: this process serves. */
    servers: read('SERVERS', setting.servers) ?? 1,
    /** Port for metrics and details of readiness; null: on `port`, for programs on this machine only. */
    metricsPort,
    /** Null: localhost, 127.0.0.1 and HOST with the actual port; see `ownOrigins`. */
    publicOrigin: read('PUBLIC_ORIGIN', setting.origin) ?? null,
    /**
     * Proxies whose `X-Forwarded-For` is trusted: a comma list of addresses and networks; null: none. Without it all
     * visitors of a proxy share one rate limit.
     */
    trustProxy: read('TRUST_PROXY', setting.proxies)?.join(', ') ?? null,
    /** Absolute. */
    dataDir: path.resolve(PROJECT_FOLDER, read('DATA_DIR', setting.text) ?? 'data'),
    /** Automatic backups of the private PostgreSQL; null: none. */
    backups: readBackups(read, databaseUrl),
    /** Null: the private PostgreSQL. */
    databaseUrl,
    /** Null: this server is the only one. */
    redisUrl: read('REDIS_URL', setting.redisUrl) ?? null,
    /** No collection is configured: stand-in chain, demo wallet, house opponent. */
    isDemo,
    sui: {
      network,
      transport,
      /** Null in demo mode only: the server starts a stand-in node. */
      url: suiUrl ?? (isDemo ? null : publicNode(network, transport)),
      apiKey: read('SUI_API_KEY', setting.headerValue) ?? null,
    },
    /** Move struct types of the cards, the first is the collection; empty in demo mode. */
    collectionTypes,
    /** Move struct type of the product's token. */
    coinType,
    adminWallet:
      read('ADMIN_WALLET', setting.parsed(canonicalAddress, 'a Sui address (0x and hex digits)')) ??
      (isDemo ? demo.adminWallet : null),
    /** Templates, tried in this order; `{cid}` marks the content path, else it is appended. */
    ipfsGateways:
      read('IPFS_GATEWAYS', setting.listOf(setting.httpUrl)) ??
      (isDemo ? demo.ipfsGateways : PUBLIC_GATEWAYS),
    /** The page fills in `{network}` and `{id}`. */
    explorerTemplate,
    links: Object.fromEntries(links) as Record<Link, string | null>,
    /** A wallet that opens a window of its provider's site instead of an extension; null: none. */
    webWallet: read('WEB_WALLET', setting.oneOf(WEB_WALLETS)) ?? null,
    /** Browsers keep the pages seen last; false: those that did are told to forget them. */
    hasServiceWorker: read('SERVICE_WORKER', setting.oneOf(['on', 'off'])) !== 'off',
    rateLimitFactor: read('RATE_LIMIT_FACTOR', setting.positiveNumber) ?? 1,
    logLevel: read('LOG_LEVEL', setting.oneOf(LOG_LEVELS)) ?? 'warn',
  };
}

/** Explorer links for required targets that are not set: the package of the collection or of the token. */
export function explorerLinks(of: {
  readonly explorerTemplate: string;
  readonly network: string;
  readonly collectionTypes: readonly string[];
  readonly coinType: string | null;
}): Partial<Record<Link, string>> {
  const [collection] = of.collectionTypes;
  if (collection === undefined) return {};
  const pageOf = (type: string) =>
    of.explorerTemplate
      .replace('{network}', of.network)
      .replace('{id}', type.split('::', 1)[0] ?? type);
  const cards = pageOf(collection);
  return { chart: pageOf(of.coinType ?? collection), launchpad: cards, marketplace: cards };
}

function readBackups(read: ReadSetting, databaseUrl: string | null) {
  const folder = read('BACKUP_DIR', setting.text);
  const kept = read('BACKUP_KEEP', setting.count) ?? 7;
  const everyHours = read('BACKUP_EVERY_HOURS', setting.positiveNumber) ?? 24;
  if (folder === undefined) return null;
  if (databaseUrl !== null) {
    throw new StartError(
      'BACKUP_DIR is set together with DATABASE_URL, but only the private PostgreSQL of DATA_DIR is backed up there: back a database of your own up with pg_dump, and take BACKUP_DIR away.',
    );
  }
  return {
    /** Absolute. */
    folder: path.resolve(PROJECT_FOLDER, folder),
    /** At least one. */
    kept,
    everyHours,
  };
}

/** These are reached by the names that every server of this machine has. */
const ALL_OR_LOCAL = ['0.0.0.0', '::', '127.0.0.1', 'localhost'];

/** Our own origins as browsers write them: PUBLIC_ORIGIN, else this machine under both its names, and by its HOST. */
export function ownOrigins(
  { publicOrigin, host }: Pick<Config, 'publicOrigin' | 'host'>,
  port: number,
): string[] {
  if (publicOrigin !== null) return [publicOrigin];
  const own = ALL_OR_LOCAL.includes(host) ? [] : [inUrl(host.toLowerCase())];
  return ['localhost', '127.0.0.1', ...own].map((name) => originOf(name, port));
}

/** The server's address for a browser on this machine. */
export function addressFor(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return originOf(inUrl(reachable), port);
}

function originOf(name: string, port: number): string {
  return port === 80 ? `http://${name}` : `http://${name}:${port}`;
}

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Secrets in the settings; they must never be printed. */
export function secretsOfConfig({ databaseUrl, redisUrl, sui }: Config): string[] {
  const urls = [databaseUrl, redisUrl, sui.url].filter((url) => url !== null);
  return [...urls.flatMap(secretsOf), ...(sui.apiKey === null ? [] : [sui.apiKey])];
}

/** The Sui Foundation's nodes; rate limited, enough to begin with. */
function publicNode(network: Network, transport: string): string {
  if (network === 'localnet') {
    return transport === 'graphql' ? 'http://127.0.0.1:9125/graphql' : 'http://127.0.0.1:9000';
  }
  if (transport === 'grpc') return `https://fullnode.${network}.sui.io:443`;
  if (transport === 'graphql') return `https://graphql.${network}.sui.io/graphql`;
  throw new StartError(
    'SUI_URL is not set, and SUI_TRANSPORT jsonrpc has no public node any more: set SUI_URL to a node that still speaks it.',
  );
}

function defaultExplorer(network: Network): string {
  const host = network === 'mainnet' ? 'suivision.xyz' : '{network}.suivision.xyz';
  return `https://${host}/object/{id}`;
}
