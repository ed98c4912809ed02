import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

/** Browsers open no 10080. Systems give higher ones to connections: such a port may be taken while its owner restarts. */
const [LOWEST, TOO_HIGH] = [11_000, 32_768];
const MOST_TRIES = 100;

/** A port that was free a moment ago. Another program can still take it first. */
export async function freePort(host = '127.0.0.1', triesLeft = MOST_TRIES): Promise<number> {
  const port = randomInt(LOWEST, TOO_HIGH);
  const probe = net.createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isTaken = code === 'EADDRINUSE' || code === 'EACCES'; // Windows keeps some for itself
    if (!isTaken || triesLeft === 1) throw error;
    return freePort(host, triesLeft - 1);
  }
  probe.close();
  await once(probe, 'close');
  return port;
}
