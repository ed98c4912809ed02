/** A real Redis (or Valkey) that a test or trial can kill, pause and restart. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#server/jobs/free-port.ts';
import { type RedisServer, redisEnv } from '../../scripts/redis-server.ts';
import { makeTempFolder } from './temp-folder.ts';

export type OwnRedis = Awaited<ReturnType<typeof startOwnRedis>>;

/** @param settings further command line arguments */
export async function startOwnRedis(server: RedisServer, settings: readonly string[] = []) {
  const folder = makeTempFolder('redis');
  const port = await freePort();
  let child: ChildProcess | undefined;

  const kill = () => child?.kill('SIGKILL');
  process.once('exit', kill);

  const isRunning = () =>
    child !== undefined && child.exitCode === null && child.signalCode === null;

  async function launch(): Promise<void> {
    if (isRunning()) return;
    child = spawn(
      server.program,
      [
        ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
        ...['--save', '', '--appendonly', 'no', '--loglevel', 'warning', ...settings],
      ],
      { stdio: 'ignore', env: redisEnv(server) },
    );
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`Redis ended with code ${child.exitCode}`);
      await sleep(20);
    }
  }
  async function end(): Promise<void> {
    if (child === undefined || !isRunning()) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  await launch();

  return {
    port,
    /** As REDIS_URL takes it. */
    url: (database = 0) => `redis://127.0.0.1:${port}/${database}`,
    /** Sends one command; returns the raw answer. */
    ask: (command: string) => ask(port, command),
    /** Records all commands from now on, and messages on all channels. */
    record: () => record(port),
    /** Closes command connections and refuses new ones until `open`; subscribers stay connected. */
    shut: () => shut(port),
    kill9: end,
    /** Restarts it empty on the same port; continues a paused one. */
    restart: launch,
    /** Pauses it: it accepts connections but does not answer. */
    hang: () => void child?.kill('SIGSTOP'),
    wake: () => void child?.kill('SIGCONT'),
    async close() {
      process.removeListener('exit', kill);
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Two connections, because a subscriber cannot send commands. */
async function record(port: number) {
  let heard = '';
  const sockets = await Promise.all(
    ['MONITOR', 'PSUBSCRIBE *'].map(async (command) => {
      const socket = net.connect(port, '127.0.0.1').setEncoding('utf8');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(`${command}\r\n`);
      const [answer] = (await once(socket, 'data')) as [string];
      heard += answer;
      socket.on('data', (text: string) => {
        heard += text;
      });
      return socket;
    }),
  );
  return {
    text: () => heard,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function shut(port: number): Promise<{ open(): void }> {
  const socket = net.connect(port, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => {}); // Redis may be killed as soon as it is open again
  socket.write('CONFIG SET maxclients 1\r\nCLIENT KILL TYPE normal SKIPME yes\r\n');
  let answer = '';
  while (!/:\d+\r\n$/.test(answer)) answer += (await once(socket, 'data'))[0];
  return { open: () => void socket.end('CONFIG SET maxclients 10000\r\nQUIT\r\n') };
}

/** Sends a command and returns the whole answer. */
async function ask(port: number, command: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (text: string) => {
    answer += text;
  });
  socket.write(`${command}\r\nQUIT\r\n`);
  await once(socket, 'close');
  return answer;
}

async function answers(port: number): Promise<boolean> {
  try {
    return /PONG|NOAUTH/.test(await ask(port, 'PING'));
  } catch {
    return false;
  }
}
