/** The peer as a contender: a Colyseus room. Its packages are installed the first time it is asked for. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startMeasured } from '../measured-process.ts';
import type { Contender, Pair, Watch } from './contender.ts';

const FOLDER = path.join(import.meta.dirname, '../peer');

interface Players {
  openPairs(port: number, count: number, watch: Watch): Pair[];
}

export async function openPeer(): Promise<Contender> {
  install();
  const server = await startMeasured(path.join(FOLDER, 'colyseus-server.ts'));
  // By its address: only what is installed on demand can load it.
  const address = pathToFileURL(path.join(FOLDER, 'players.ts')).href;
  const players = (await import(address)) as Players;
  return {
    name: `Colyseus ${version()}, in memory`,
    openPairs: async (count, watch) => players.openPairs(server.port, count, watch),
    async usage() {
      const { cpuSeconds, residentBytes } = await server.figures();
      return {
        serverCpuSeconds: cpuSeconds,
        residentBytes,
        databaseCpuSeconds: 0,
        statements: 0,
      };
    },
    close: () => server.close(),
  };
}

const read = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');

function version(): string {
  const { packages } = JSON.parse(read('package-lock.json'));
  return packages['node_modules/@colyseus/core'].version;
}

/** `npm ci`, unless npm's own record says that this lock file is installed. */
function install(): void {
  const record = path.join(FOLDER, 'node_modules/.package-lock.json');
  const packagesOf = (file: string): Record<string, { integrity?: string; optional?: boolean }> =>
    JSON.parse(read(file)).packages;
  if (existsSync(record)) {
    const installed = packagesOf('node_modules/.package-lock.json');
    const isThere = Object.entries(packagesOf('package-lock.json')).every(
      ([name, { integrity, optional }]) =>
        name === '' || optional || installed[name]?.integrity === integrity,
    );
    if (isThere) return;
  }
  console.log('Installing the packages of the peer ...');
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', options, { cwd: FOLDER, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ci in ${FOLDER} failed`);
}
