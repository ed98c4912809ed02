/** A product with SERVERS above 1: its processes, and people who reach a server of their choice. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { Client } from '#demo/client.ts';
import { personaKeypair } from '#demo/keys.ts';
import { Fighter } from './battle-product.ts';
import type { Product } from './product.ts';

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

export function severalServers(product: Product) {
  const agents: Agent[] = [];

  /** One connection that is kept, to the server with this number. */
  async function connectionTo(server: number): Promise<Agent> {
    for (;;) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      agents.push(agent);
      const asked = get(`${product.url}/healthz`, { agent });
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      const told = (await json(answer)) as { server?: number };
      if (told.server === server) return agent;
      agent.destroy();
    }
  }

  return {
    connectionTo,
    pids: () => childrenOf(product.pid).filter((pid) => commandOf(pid).includes('server/main.ts')),
    /** The same person with one session, at both servers. */
    async personAtBoth(name: string): Promise<[one: Fighter, two: Fighter]> {
      const signer = personaKeypair(name);
      const [toOne, toTwo] = await Promise.all([connectionTo(1), connectionTo(2)]);
      const atOne = new Client({ origin: product.url, signer, connections: toOne });
      await atOne.signIn();
      const { cookie } = atOne;
      const atTwo = new Client({ origin: product.url, signer, cookie, connections: toTwo });
      return [new Fighter(atOne), new Fighter(atTwo)];
    },
    [Symbol.dispose]() {
      for (const agent of agents) agent.destroy();
    },
  };
}

/** Empty for a process that has ended meanwhile. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
