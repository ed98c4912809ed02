/** The peer as a contender: a Colyseus room. Its packages are installed the first time it is asked for. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startMeasured } from '../measured-process.ts';
import { installOnDemand, lockedVersion } from '../on-demand.ts';
import type { Contender, Pair, Watch } from './contender.ts';

const FOLDER = path.join(import.meta.dirname, '../peer');

interface Players {
  openPairs(port: number, count: number, watch: Watch): Pair[];
}

export async function openPeer(): Promise<Contender> {
  installOnDemand(FOLDER);
  const server = await startMeasured(path.join(FOLDER, 'colyseus-server.ts'));
  // By its address: only what is installed on demand can load it.
  const address = pathToFileURL(path.join(FOLDER, 'players.ts')).href;
  const players = (await import(address)) as Players;
  return {
    name: `Colyseus ${lockedVersion(FOLDER, '@colyseus/core')}, in memory`,
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
