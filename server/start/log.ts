/** The log: JSON lines on stderr. Nothing should log a secret; if something does, it is removed here. */
import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '#server/start/config.ts';
import { VERSION, versionWord } from '#server/start/version.ts';

const REDACTED = '[not logged]';

/** In every line, because two versions may run in parallel. */
const BASE = { pid: process.pid, hostname: hostname(), version: versionWord(VERSION) };

/** Fields that hold a secret when a whole request or body is logged. */
const SECRETS = ['cookie', 'authorization', 'set-cookie', 'signature', 'token', 'ticket', 'apiKey'];

/**
 * @param secrets removed from every line, because errors of other servers may repeat them
 * @param bindings in every line
 */
export function createLog(
  level: Config['logLevel'],
  secrets: readonly string[] = [],
  bindings: { readonly server?: number } = {},
  destination: DestinationStream = pino.destination(2),
): Logger {
  const paths = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);
  const streamWrite = (line: string): string =>
    secrets.reduce((text, secret) => text.replaceAll(secret, REDACTED), line);
  return pino(
    {
      level,
      base: { ...BASE, ...bindings },
      redact: { paths, censor: 'not logged' },
      hooks: { streamWrite },
    },
    destination,
  );
}
