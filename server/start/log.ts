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
  destination: DestinationStream = standardError(),
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

/** Lines that wait are kept up to this; more are lost. */
const MOST_WAITING_BYTES = 1024 * 1024;
const RETRY_MS = 50;

/** A full disk, or a reader that stands still, neither ends nor holds up the server. */
function standardError(): DestinationStream {
  const destination = pino.destination({
    dest: 2,
    maxLength: MOST_WAITING_BYTES,
    retryEAGAIN: () => false,
  });
  let retry: NodeJS.Timeout | undefined;
  destination.on('error', () => {
    clearTimeout(retry);
    retry = setTimeout(() => destination.write(''), RETRY_MS).unref();
  });
  // pino calls it after a fatal line, and it waits for room without end.
  destination.flushSync = () => {};
  return destination;
}
