/** The log: JSON lines on stderr. Nothing secret is ever handed to it; this is the second lock. */
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '#server/config.ts';

/** Where a secret could stand if somebody logged a whole request or a body. */
const SECRETS = ['cookie', 'authorization', 'set-cookie', 'signature', 'token', 'ticket', 'apiKey'];

export function createLog(
  level: Config['logLevel'],
  destination: DestinationStream = pino.destination(2),
): Logger {
  const paths = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);
  return pino({ level, redact: { paths, censor: 'not logged' } }, destination);
}
