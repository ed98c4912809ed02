import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { lookUpDatabaseFolder } from '#server/db/embedded/location.ts';
import { stopAbandoned } from '#server/db/embedded/server.ts';
import { freePort } from '#server/jobs/free-port.ts';
import { SETTINGS } from '#server/start/config.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { startDatabase, type TestDatabase } from './database.ts';
import { outputOf } from './output.ts';
import { runningPostgres } from './postgres.ts';
import { makeTempFolder } from './temp-folder.ts';

const MAIN = path.join(import.meta.dirname, '../../server/main.ts');
const READY = /The MAINZ is ready at (http:\/\/\S+)/;

export type Product = Awaited<ReturnType<typeof startProduct>>;

type ProductOptions = {
  /** Settings; all others are unset, whatever the environment or .env says. */
  env?: Record<string, string>;
  /** Default: a temp folder, and a database on the shared PostgreSQL. */
  dataDir?: string;
  /** A database on the shared PostgreSQL that is not empty; it ends with the product. */
  database?: TestDatabase;
  /** How many files and connections it may have open; default: as the tests may. */
  openFiles?: number;
};

/** Starts the real server on a free port and waits until it is ready; throws with its output if it fails. */
export async function startProduct(options: ProductOptions = {}) {
  const { env = {}, dataDir, openFiles } = options;
  const folder = dataDir ?? makeTempFolder('data');
  const isOnShared =
    dataDir === undefined && env.DATABASE_URL === undefined && runningPostgres() !== undefined;
  const database = options.database ?? (isOnShared ? await startDatabase() : undefined);
  const settings: Record<string, string> = {
    PORT: String(await freePort()),
    DATA_DIR: folder,
    // Requests of a service worker are none of the page's, which tests look at and hold up.
    SERVICE_WORKER: 'off',
    ...(database && { DATABASE_URL: database.url }),
    ...env,
  };
  let { child, logs } = launchProduct(settings, openFiles);
  const url = await readyAt(child, logs);
  const port = Number(new URL(url).port);

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  return {
    /** Its address, e.g. http://127.0.0.1:40123. */
    url,
    port,
    get pid() {
      return child.pid!;
    },
    dataDir: folder,
    /** Its database on the shared PostgreSQL; undefined if it runs a private one. */
    databaseUrl: settings.DATABASE_URL,
    /** Everything it has printed so far. */
    logs: () => logs(),
    /** SIGTERM; returns the exit code. */
    stop: () => end('SIGTERM'),
    /** SIGKILL; its PostgreSQL keeps running. */
    async kill9(): Promise<void> {
      await end('SIGKILL');
    },
    /** Restarts it on the same data and port, after `stop` or `kill9`. */
    async restart() {
      ({ child, logs } = launchProduct({ ...settings, PORT: String(port) }, openFiles));
      await readyAt(child, logs);
    },
    /** Stops it and removes its data. */
    async [Symbol.asyncDispose]() {
      await end('SIGTERM');
      await removeData(folder);
      await database?.close();
    },
  };
}

/** Runs the server until it exits, for failing starts. */
export async function runProduct(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { child, logs } = launchProduct(env);
  await once(child, 'close');
  return { code: child.exitCode, output: logs() };
}

/** Stops a PostgreSQL left by a killed server and removes the data, wherever it is. */
export async function removeData(dataDir: string): Promise<void> {
  await stopAbandoned(dataDir);
  const place = lookUpDatabaseFolder(dataDir);
  if (place) rmSync(place, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

/** Process id and socket folder of a data folder's PostgreSQL. */
export function embeddedPostgres(dataDir: string): { pid: number; socketFolder: string } | null {
  const file = path.join(lookUpDatabaseFolder(dataDir) ?? '', 'cluster/postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), socketFolder: lines[4]! };
}

/** The environment of a server or command that knows these settings only, whatever ours or .env says. */
export function environmentWith(settings: Record<string, string>): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...Object.fromEntries(SETTINGS.map((name) => [name, ''])),
    ...settings,
  };
}

/** Starts the server without waiting. */
export function launchProduct(
  env: Record<string, string>,
  openFiles?: number,
): {
  child: ChildProcess;
  logs: () => string;
} {
  const [program, ...args] =
    openFiles === undefined
      ? [process.execPath, MAIN]
      : ['sh', '-c', `ulimit -n ${openFiles}; exec "$0" "$@"`, process.execPath, MAIN];
  const child = spawn(program!, args, {
    env: environmentWith(env),
    // With an IPC channel the server exits when the tests are killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  return { child, logs: outputOf(child) };
}

function readyAt(child: ChildProcess, logs: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', () => {
      const url = READY.exec(logs())?.[1];
      if (url) resolve(url);
    });
    child.once('close', (code) => {
      reject(new Error(`the server ended with code ${code}:\n${logs()}`));
    });
  });
}

/** Runs `scripts/<name>.ts` with only these settings. @returns its exit code and everything it printed */
export async function runOperatorScript(
  name: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...args], {
    env: environmentWith(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = outputOf(child);
  const [code] = await once(child, 'close');
  return { code, output: output() };
}
