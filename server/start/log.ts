/** The log: JSON lines on stderr. Nobody logs a secret; should somebody, it is taken out here. */
import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '#server/start/config.ts';
import { VERSION, versionWord } from '#server/start/version.ts';

const REDACTED = '[not logged]';

/** In every line: two versions may write side by side. */
const BASE = { pid: process.pid, hostname: hostname(), version: versionWord(VERSION) };

/** Where a secret could stand if somebody logged a whole request or a body. */
const SECRETS = ['cookie', 'authorization', 'set-cookie', 'signature', 'token', 'ticket', 'apiKey'];

/** @param secrets texts of the settings that are taken out of every line: others may repeat them */
export function createLog(
  level: Config['logLevel'],
  secrets: readonly string[] = [],
  destination: DestinationStream = pino.destination(2),
): Logger {
  const paths = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);
  const streamWrite = (line: string): string =>
    secrets.reduce((text, secret) => text.replaceAll(secret, REDACTED), line);
  return pino(
    { level, base: BASE, redact: { paths, censor: 'not logged' }, hooks: { streamWrite } },
    destination,
  );
}
