/** Warnings at the start about settings that are valid but leave something out. */
import { parseEnv } from 'node:util';
import {
  type Config,
  explorerLinks,
  LINKS,
  type Link,
  ownOrigins,
  PUBLIC_GATEWAYS,
  SETTINGS,
} from './config.ts';

/** @param envFile content of .env */
export function unknownNames(envFile: string): string[] {
  const known: ReadonlySet<string> = new Set(SETTINGS);
  // Node's own are for the programs that we start.
  const unknown = Object.keys(parseEnv(envFile)).filter(
    (name) => !known.has(name) && !name.startsWith('NODE_'),
  );
  if (unknown.length === 0) return [];
  return [
    `.env has ${unknown.join(', ')}, which no setting is called: .env.example names them all.`,
  ];
}

/** One sentence per warning; none in demo mode, which needs no settings. */
export function startupWarnings(config: Config): string[] {
  if (config.isDemo) return [];
  const { publicOrigin, trustProxy, links } = config;
  const standIns = explorerLinks({ ...config, network: config.sui.network });
  const inExplorer = LINKS.filter((name) => links[name] === standIns[name]);
  const nowhere = LINKS.filter((name) => links[name] === null);
  const warnings: [isDue: boolean, words: string][] = [
    [
      config.ipfsGateways === PUBLIC_GATEWAYS,
      'IPFS_GATEWAYS is not set: pictures on IPFS come by public gateways, which limit visitors.',
    ],
    [
      inExplorer.length > 0,
      `${namesOf(inExplorer)} not set: what leads there leads to the explorer.`,
    ],
    [nowhere.length > 0, `${namesOf(nowhere)} not set: the page offers no link there.`],
    [
      config.coinType === null,
      'COIN_TYPE is not set: the wallet chip shows no balance of the token.',
    ],
    [
      config.adminWallet === null,
      'ADMIN_WALLET is not set: nobody is shown the way to /admin or may re-check the whitelist.',
    ],
    [
      publicOrigin?.startsWith('https://') === true && trustProxy === null,
      'TRUST_PROXY is not set: a proxy in front of the https PUBLIC_ORIGIN counts as one visitor, so all of them share one rate limit.',
    ],
    [
      trustProxy?.split(', ').some((network) => network.endsWith('/0')) === true,
      'TRUST_PROXY believes everybody: whoever calls may name any address as theirs, and has its rate limits.',
    ],
    [
      publicOrigin === null && !LOOPBACK.has(config.host),
      `PUBLIC_ORIGIN is not set: the server listens on ${config.host}, but whoever calls it by another name than ${nameOf(config)} can only look.`,
    ],
  ];
  return warnings.flatMap(([isDue, words]) => (isDue ? [words] : []));
}

/** What may stand in the address bar: HOST, if that is one address or name. */
function nameOf(config: Config): string {
  const [local, , own = local] = ownOrigins(config, config.port);
  return new URL(own!).hostname;
}

const namesOf = (links: readonly Link[]) =>
  `${links.map((name) => `LINK_${name.toUpperCase()}`).join(', ')} ${links.length === 1 ? 'is' : 'are'}`;

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);
