/** What the text of a setting may be, and what it becomes. */
import { isIP } from 'node:net';
import { normalMoveType } from '#rules/cards.ts';
import { decoded } from '#server/start/printable-url.ts';
import { StartError } from '#server/start/start-error.ts';

/**
 * How one setting is read: `parse` returns null for an invalid text, `takes` says what is valid, and a secret is
 * never repeated in a message.
 */
type SettingParser<T> = {
  parse: (text: string) => T | null;
  takes: string;
  isSecret?: boolean;
};

export const parsed = <T>(parse: (text: string) => T | null, takes: string): SettingParser<T> => ({
  parse,
  takes,
});

/** Reads one setting of `env`: undefined when it is not set or empty. */
export const reader =
  <Name extends string>(env: NodeJS.ProcessEnv) =>
  <T>(name: Name, { parse, takes, isSecret }: SettingParser<T>): T | undefined => {
    const text = env[name]?.trim();
    if (!text) return undefined;
    const value = parse(text);
    if (value !== null) return value;
    const got = isSecret ? 'a value that is not shown here' : JSON.stringify(text.slice(0, 200));
    throw new StartError(`${name} got ${got}; it takes ${takes}.`);
  };

export const text: SettingParser<string> = parsed((given) => given, 'any text');

export const oneOf = <T extends string>(choices: readonly T[]): SettingParser<T> =>
  parsed(
    (given) => choices.find((choice) => choice === given) ?? null,
    `one of ${choices.join(', ')}`,
  );

export const port: SettingParser<number> = parsed((given) => {
  const number = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  return number <= 65_535 ? number : null;
}, 'a port from 1 to 65535, or 0 for any free one');

export const positiveNumber: SettingParser<number> = parsed((given) => {
  const number = /^\d+(\.\d+)?$/.test(given) ? Number(given) : 0;
  return number > 0 && number <= 1e6 ? number : null;
}, 'a number above 0, up to 1000000');

export const count: SettingParser<number> = parsed(
  (given) => (/^[1-9]\d{0,5}$/.test(given) ? Number(given) : null),
  'a whole number from 1 to 999999',
);

export const servers: SettingParser<number> = parsed(
  (given) => (/^([1-9]|[12]\d|3[0-2])$/.test(given) ? Number(given) : null),
  'a whole number from 1 to 32',
);

const HOST_NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** No zone (`fe80::1%eth0`): it cannot stand in a URL. */
export const host: SettingParser<string> = parsed((given) => {
  const isAddress = isIP(given) !== 0 && !given.includes('%');
  return isAddress || (HOST_NAME.test(given) && !/^[\d.]+$/.test(given)) ? given : null;
}, 'an address or name of this machine to listen on, such as 127.0.0.1 or 0.0.0.0');

/** No wildcard, and no longer than a name may be. */
const REACHABLE_HOST = /^(\[[\da-f:.]+\]|[\w.-]{1,253})$/;

export const origin: SettingParser<string> = parsed((given) => {
  const found = toUrl(given, ['http:', 'https:']);
  const isBare = found?.pathname === '/' && !found.search && !found.hash && !found.username;
  return isBare && REACHABLE_HOST.test(found.hostname) ? found.origin : null;
}, 'an origin: https:// or http:// and a host, without a path');

/** Returned as written, so that the braces of a template survive. */
export const httpUrl: SettingParser<string> = parsed(
  (given) => (toUrl(given, ['http:', 'https:']) ? given : null),
  'an address that begins with https:// or http://',
);

/** A Sui node. Its URL may hold a key; `fetch` accepts no user name and password. */
export const nodeUrl: SettingParser<string> = {
  parse: (given) => (toUrl(given, ['http:', 'https:'])?.username === '' ? given : null),
  takes:
    'an address that begins with https:// or http://, without a user name (a key is given as SUI_API_KEY)',
  isSecret: true,
};

/** The driver treats any other word as the strictest mode, and then complains about certificates. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** PostgreSQL. It may hold a password; the folder of a Unix socket may stand in place of the host. */
export const databaseUrl: SettingParser<string> = {
  parse(given) {
    if (!URL.canParse(given)) return null;
    const { protocol, hostname, searchParams, hash } = new URL(given);
    const isPostgres = protocol === 'postgres:' || protocol === 'postgresql:';
    const isSslModeKnown = SSL_MODES.includes(searchParams.get('sslmode') || 'prefer');
    const namesHost = hostname !== '' || searchParams.get('host');
    return isPostgres && isSslModeKnown && namesHost && hash === '' ? given : null;
  },
  takes:
    'an address that begins with postgres:// or postgresql:// and names a host, such as postgres://user:password@db.example:5432/name or postgres:///name?host=/folder (a # in its password is written %23); an sslmode in it is one of disable, allow, prefer, require (without looking at the certificate), verify-ca, verify-full',
  isSecret: true,
};

/** Redis or Valkey; the path is the number of a database. */
export const redisUrl: SettingParser<string> = {
  parse(given) {
    const found = toUrl(given, ['redis:', 'rediss:']);
    if (found === null || found.hash !== '' || !/^(\/\d{0,5})?$/.test(found.pathname)) return null;
    return decoded(found.username) === null || decoded(found.password) === null ? null : given;
  },
  takes:
    'an address that begins with redis:// or rediss:// and may end in the number of a database (a % in its password is written %25, a # in its password is written %23)',
  isSecret: true,
};

export const headerValue: SettingParser<string> = {
  parse: (given) => (/^[\x20-\x7e]{1,1000}$/.test(given) ? given : null),
  takes: 'a key of printable ASCII characters',
  isSecret: true,
};

export const explorer: SettingParser<string> = parsed(
  (given) => (httpUrl.parse(given) && given.includes('{id}') ? given : null),
  'an address with {id}, and {network} if wanted, such as https://explorer.example/{network}/object/{id}',
);

const MOVE_TYPE = /^0x[0-9a-f]{1,64}::[a-z]\w{0,127}::[a-z]\w{0,127}(<.+>)?$/i;

export const moveType: SettingParser<string> = parsed(
  (given) => (MOVE_TYPE.test(given) && hasPairedBrackets(given) ? given : null),
  'a Move struct type such as 0x2::sui::SUI',
);

export const listOf = <T>(item: SettingParser<T>): SettingParser<T[]> =>
  parsed((given) => {
    const values = splitOutsideBrackets(given).map((part) => item.parse(part.trim()));
    const isSound = !values.includes(null) && new Set(values).size === values.length;
    return isSound ? (values as T[]) : null;
  }, `a comma list without repeats, each ${item.takes}`);

const collection = listOf(moveType);

export const moveTypes: SettingParser<string[]> = {
  ...collection,
  parse(given) {
    const types = collection.parse(given);
    // In another spelling it would count as another collection.
    return types !== null && new Set(types.map(normalMoveType)).size === types.length
      ? types
      : null;
  },
};

const proxy: SettingParser<string> = parsed((given) => {
  const [address = '', bits, more] = given.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || more !== undefined) return null;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most) ? given : null;
}, 'the address of a proxy or a network such as 10.0.0.0/8');

export const proxies: SettingParser<string[]> = listOf(proxy);

/**
 * Whether a URL could lie outside this machine and its network. Names without a dot and the reserved local ones
 * cannot be registered.
 */
export function isPublic(address: string): boolean {
  const name = new URL(address).hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(name) === 4) {
    return !/^(127\.|10\.|0\.0\.0\.0$|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(name);
  }
  if (isIP(name) === 6) return !/^(::1?$|f[cd]|fe[89ab])/.test(name);
  return name.includes('.') && !/\.(localhost|local|internal|test|invalid)$/.test(name);
}

function toUrl(given: string, protocols: string[]): URL | null {
  if (!URL.canParse(given)) return null;
  const found = new URL(given);
  return protocols.includes(found.protocol) && found.hostname !== '' ? found : null;
}

/** Generic Move types have commas of their own: `0x2::a::B<0x2::c::D, u64>`. */
function splitOutsideBrackets(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of list) {
    if (character === '<') depth += 1;
    if (character === '>') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function hasPairedBrackets(type: string): boolean {
  let depth = 0;
  for (const character of type) {
    if (character === '<') depth += 1;
    if (character === '>') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
