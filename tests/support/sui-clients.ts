import type { ClientWithCoreApi } from '@mysten/sui/client';
import { SuiGraphQLClient } from '@mysten/sui/graphql';
import { SuiGrpcClient } from '@mysten/sui/grpc';
import { SuiJsonRpcClient } from '@mysten/sui/jsonRpc';
import type { TestNode } from '#tests/sui-node/test-node.ts';

/** Every transport of the SDK. */
export const TRANSPORTS = ['grpc', 'graphql', 'jsonrpc'] as const;
export type Transport = (typeof TRANSPORTS)[number];

export function connect(node: TestNode, transport: Transport): ClientWithCoreApi {
  const network = 'localnet';
  if (transport === 'graphql') return new SuiGraphQLClient({ network, url: node.graphqlUrl });
  if (transport === 'jsonrpc') return new SuiJsonRpcClient({ network, url: node.jsonRpcUrl });
  return new SuiGrpcClient({ network, baseUrl: node.url, format: 'binary' });
}
