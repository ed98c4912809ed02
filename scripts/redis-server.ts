import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

export interface RedisServer {
  readonly program: string;
  /** For LD_LIBRARY_PATH; null for an installed one. */
  readonly libraries: string | null;
}

const OLDEST_VERSION = 6;
const NAMES = ['redis-server', 'valkey-server'];
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/usr/sbin'];
const CACHE = path.join(import.meta.dirname, '../node_modules/.cache/the-mainz/redis');
const UNPACKED = path.join(CACHE, 'unpacked');

/** The server for the tests: REDIS_SERVER if set, else an installed or downloaded one. */
export function findRedis(): RedisServer | undefined {
  const asked = process.env.REDIS_SERVER;
  if (asked) return [{ program: asked, libraries: null }].find(runs);
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...FOLDERS];
  const programs = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  const installed = programs.map((program) => ({ program, libraries: null }));
  return [...installed, ...unpacked()].find(runs);
}

/**
 * Tries to download one. Debian's packages are unpacked, not installed, so it needs no rights and starts no service.
 */
export function fetchRedis(): RedisServer | undefined {
  if (process.env.REDIS_SERVER) return undefined;
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg-deb')) return undefined;
  console.log('Fetching a Redis server for the tests ...');
  rmSync(CACHE, { recursive: true, force: true });
  const packages = path.join(CACHE, 'packages');
  mkdirSync(packages, { recursive: true });
  const lists = path.join(CACHE, 'lists');
  // The package lists may be missing or old, and only root may update them: then our own lists.
  const isThere =
    download(packages, []) ||
    (run('apt-get', update(lists)) && download(packages, ownLists(lists)));
  if (!isThere) return undefined;
  const halfDone = path.join(CACHE, 'unpacking');
  const areUnpacked = globSync(path.join(packages, '*.deb')).every((file) =>
    run('dpkg-deb', ['-x', file, halfDone]),
  );
  if (areUnpacked) renameSync(halfDone, UNPACKED);
  for (const folder of [packages, lists]) rmSync(folder, { recursive: true, force: true });
  return findRedis();
}

/** Both packages and their libraries. */
function download(folder: string, options: string[]): boolean {
  const wanted = ['redis-server', 'redis-tools'];
  const { stdout } = spawnSync('apt-cache', [...options, 'depends', ...wanted], {
    encoding: 'utf8',
  });
  const named = [...(stdout ?? '').matchAll(/^ +Depends: ((?:lib|lua)\S+)$/gm)];
  const libraries = new Set(named.map(([, name = '']) => name).filter((name) => name !== 'libc6'));
  return run('apt-get', [...options, '-q', 'download', ...wanted, ...libraries], folder);
}

function ownLists(folder: string): string[] {
  mkdirSync(path.join(folder, 'cache'), { recursive: true });
  const places = {
    'Dir::State': folder,
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': path.join(folder, 'cache'),
  };
  return Object.entries(places).flatMap(([name, place]) => ['-o', `${name}=${place}`]);
}

const update = (folder: string): string[] => [...ownLists(folder), '-q', 'update'];

function unpacked(): RedisServer[] {
  const libraries = globSync(path.join(UNPACKED, '{usr/,}lib/*-linux-*')).join(':');
  const programs = NAMES.map((name) => path.join(UNPACKED, 'usr/bin', name));
  return programs
    .filter((program) => existsSync(program))
    .map((program) => ({ program, libraries }));
}

function runs(server: RedisServer): boolean {
  if (!existsSync(server.program)) return false;
  const env = redisEnv(server);
  const { stdout } = spawnSync(server.program, ['--version'], { encoding: 'utf8', env });
  const version = /server v=(\d+)/.exec(stdout ?? '')?.[1];
  return Number(version ?? 0) >= OLDEST_VERSION;
}

/** The environment to start it with. */
export function redisEnv({ libraries }: RedisServer): NodeJS.ProcessEnv {
  return libraries === null ? process.env : { ...process.env, LD_LIBRARY_PATH: libraries };
}

function run(program: string, args: string[], cwd?: string): boolean {
  // As root apt downloads as its own user, who may not enter this folder.
  const options = program === 'apt-get' ? ['-o', 'APT::Sandbox::User=root'] : [];
  const { status } = spawnSync(program, [...options, ...args], { stdio: 'inherit', cwd });
  return status === 0;
}
