/** The peer as a contender: a Colyseus room. Its packages are installed at first use. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startMeasured } from '../measured-process.ts';
import { installOnDemand, lockedVersion } from '../on-demand.ts';
import { type Contender, memoryUsage, type Pair, type PlayerHooks } from './contender.ts';

const FOLDER = path.join(import.meta.dirname, '../peer');

interface Players {
  openPairs(port: number, count: number, hooks: PlayerHooks): Pair[];
}

export async function openPeer(): Promise<Contender> {
  installOnDemand(FOLDER);
  const server = await startMeasured(path.join(FOLDER, 'colyseus-server.ts'));
  // A dynamic import, because its packages may not be installed.
  const address = pathToFileURL(path.join(FOLDER, 'players.ts')).href;
  const players = (await import(address)) as Players;
  return {
    name: `Colyseus ${lockedVersion(FOLDER, '@colyseus/core')}, in memory`,
    openPairs: async (count, hooks) => players.openPairs(server.port, count, hooks),
    usage: () => memoryUsage(server),
    close: () => server.close(),
  };
}
