/** A product with SERVERS above 1: its processes, and people who reach a server of their choice. */
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { Client } from '#demo/client.ts';
import { personaKeypair } from '#demo/keys.ts';
import { asked } from './asked.ts';
import { Fighter } from './battle-product.ts';
import { signedIn } from './people.ts';
import type { Product } from './product.ts';

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

export function severalServers(product: Product) {
  const agents: Agent[] = [];

  /** One connection that is kept, to the server with this number. */
  async function connectionTo(server: number): Promise<Agent> {
    for (;;) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      agents.push(agent);
      const { text } = await asked({ port: product.port, path: '/healthz', agent });
      if ((JSON.parse(text) as { server?: number }).server === server) return agent;
      agent.destroy();
    }
  }

  return {
    connectionTo,
    pids: () => childrenOf(product.pid).filter((pid) => commandOf(pid).includes('server/main.ts')),
    /** The same person with one session, at both servers. */
    async personAtBoth(name: string): Promise<[one: Fighter, two: Fighter]> {
      const [toOne, toTwo] = await Promise.all([connectionTo(1), connectionTo(2)]);
      const atOne = await signedIn(product.url, name, { connections: toOne });
      const { cookie } = atOne;
      const signer = personaKeypair(name);
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
