import { existsSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { canonicalAddress } from '#rules/address.ts';
import { CannotStart } from '#server/cannot-start.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { createBareApp } from '#server/http/bare-app.ts';
import { createRun } from '#server/run.ts';

const ENV_FILE = path.resolve(import.meta.dirname, '../.env');

const run = createRun();

try {
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE); // what is set already wins
  const config = readConfig(process.env, { adminWallet: canonicalAddress('0x1')! });
  const log = pino({ level: config.logLevel }, pino.destination(2));
  run.logFaultsTo(log);

  const db = await openDatabase({ ...config, log, onLost: run.fail });
  run.onClose('database', db.close);

  const app = createBareApp();
  run.onClose('web server', () => app.close());
  const port = await listen(app, config.host, config.port);
  run.ready(`The MAINZ is ready at ${address(config.host, port)}`);
} catch (error) {
  run.fail(error);
}

async function listen(
  app: ReturnType<typeof createBareApp>,
  host: string,
  port: number,
): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new CannotStart(whyNotListening(error as NodeJS.ErrnoException, host, port));
  }
  const bound = app.server.address();
  return bound && typeof bound === 'object' ? bound.port : port;
}

function whyNotListening({ code, message }: NodeJS.ErrnoException, host: string, port: number) {
  const where = `port ${port} of ${host}`;
  if (code === 'EADDRINUSE') return `PORT: ${where} is taken by another program; set another PORT.`;
  if (code === 'EACCES')
    return `PORT: this user may not listen on ${where}; set a PORT above 1023.`;
  return `HOST: cannot listen on ${where} (${code ?? message}).`;
}

/** Where a browser on this machine finds us; "any address" is no place to go to. */
function address(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
