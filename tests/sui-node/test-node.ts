/** The stand-in node for tests: counts requests and can simulate faults. */
import type { ClientWithCoreApi } from '@mysten/sui/client';
import { SuiGraphQLClient } from '@mysten/sui/graphql';
import { SuiGrpcClient } from '@mysten/sui/grpc';
import { SuiJsonRpcClient } from '@mysten/sui/jsonRpc';
import type { Front, Reply } from '#demo/sui-node/front.ts';
import { type SuiNode, type SuiNodeOptions, startSuiNode } from '#demo/sui-node/server.ts';
import { GENESIS } from '#server/sui/chain.ts';
import { type Fault, Faults } from './faults.ts';

export interface TestNode extends SuiNode {
  readonly faults: Faults;
  readonly requests: RequestLog;
}

export type TestNodeOptions = Omit<SuiNodeOptions, 'respond' | 'indexLagMs'>;

export async function startTestNode(options: TestNodeOptions): Promise<TestNode> {
  const faults = new Faults();
  const requests = new RequestLog();
  options.ledger.chainIdentifier = GENESIS.mainnet!;
  const node = await startSuiNode({
    ...options,
    indexLagMs: () => faults.indexLagMs(),
    async respond(front, call, response) {
      requests.record(front, call.method);
      const fault = faults.strike(call.method);
      if (fault?.kind === 'hang') return null;
      if (fault?.kind === 'slow') await faults.delay(fault);
      if (fault?.kind === 'reset') {
        response.destroy();
        return null;
      }
      return insteadOfAnswer(fault) ?? cut(fault, await call.answer());
    },
  });
  return { ...node, faults, requests };
}

/** Counts requests, so that a test can check how many a job needs. */
class RequestLog {
  readonly #counts = new Map<string, number>();

  record(front: Front, method: string): void {
    const key = `${front} ${method}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /**
   * Requests since the last reset. `method` is the gRPC method (`ListOwnedObjects`), the name of the GraphQL
   * operation (`getOwnedObjects`) or the JSON-RPC method (`suix_getOwnedObjects`).
   */
  count(front?: Front, method?: string): number {
    let total = 0;
    for (const [key, count] of this.#counts) {
      const [keyFront, keyMethod] = key.split(' ');
      if (front !== undefined && keyFront !== front) continue;
      if (method === undefined || keyMethod === method) total += count;
    }
    return total;
  }

  /** All counters, `front method` to number. */
  all(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }

  reset(): void {
    this.#counts.clear();
  }
}

const HTML = 'text/html; charset=utf-8';

/** The answer of a proxy in front of the node, which never gets the call. */
function insteadOfAnswer(fault: Fault | undefined): Reply | undefined {
  switch (fault?.kind) {
    case '429': {
      const headers = { 'retry-after': String(fault.retryAfterSeconds ?? 1) };
      const body = Buffer.from('Too Many Requests');
      return { status: 429, contentType: 'text/plain', headers, body };
    }
    case '502':
      return { status: 502, contentType: HTML, body: htmlPage('502 Bad Gateway') };
    case 'wrong-content-type':
      return { status: 200, contentType: HTML, body: htmlPage('Welcome') };
    default:
      return undefined;
  }
}

/** The node executed the call, but the answer is cut off. */
function cut(fault: Fault | undefined, reply: Reply): Reply {
  if (fault?.kind !== 'cut-body') return reply;
  return { ...reply, body: reply.body.subarray(0, reply.body.length >> 1) };
}

function htmlPage(title: string): Buffer {
  return Buffer.from(`<!doctype html><html><head><title>${title}</title></head></html>`);
}

export const TRANSPORTS = ['grpc', 'graphql', 'jsonrpc'] as const;
export type Transport = (typeof TRANSPORTS)[number];

export function connect(node: TestNode, transport: Transport): ClientWithCoreApi {
  const network = 'localnet';
  if (transport === 'graphql') return new SuiGraphQLClient({ network, url: node.graphqlUrl });
  if (transport === 'jsonrpc') return new SuiJsonRpcClient({ network, url: node.jsonRpcUrl });
  return new SuiGrpcClient({ network, baseUrl: node.url, format: 'binary' });
}
