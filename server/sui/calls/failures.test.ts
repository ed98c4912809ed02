import { SimulationError } from '@mysten/sui/client';
import { RpcError } from '@mysten/sui/grpc';
import { JsonRpcError } from '@mysten/sui/jsonRpc';
import { describe, expect, it } from 'vitest';
import {
  type FailureKind,
  isTransient,
  isUnpaidText,
  kindOfError,
  kindOfStatus,
  MalformedAnswerError,
  TransportError,
} from './failures.ts';

/** The SDK wraps what a call said while it completes a transaction. */
function triedInVain(code: string): SimulationError {
  return new SimulationError('no', { cause: new RpcError('no', code) });
}

describe('kindOfError', () => {
  const cases: [what: string, error: unknown, kind: FailureKind][] = [
    ['a broken connection', new TransportError('network', 'gone'), 'network'],
    ['a gRPC rate limit', new RpcError('slow down', 'RESOURCE_EXHAUSTED'), 'rate-limited'],
    ['a gRPC deadline', new RpcError('late', 'DEADLINE_EXCEEDED'), 'timeout'],
    ['half a gRPC message', new RpcError('missing trailers', 'DATA_LOSS'), 'garbled'],
    ['a gRPC method that is off', new RpcError('', 'UNIMPLEMENTED'), 'denied'],
    ['a gRPC refusal', new RpcError('bad owner', 'INVALID_ARGUMENT'), 'refused'],
    ['a gRPC code of tomorrow', new RpcError('?', 'SOMETHING_NEW'), 'server'],
    ['half a JSON text', new SyntaxError('Unexpected end of JSON input'), 'garbled'],
    ['a JSON-RPC method that is off', new JsonRpcError('Method not found', -32601), 'denied'],
    ['a JSON-RPC refusal', new JsonRpcError('Invalid params', -32602), 'refused'],
    ['a busy JSON-RPC node', new JsonRpcError('Server is busy', -32604), 'server'],
    ['a JSON-RPC rate limit', new JsonRpcError('rate limit exceeded', -32000), 'rate-limited'],
    ['an answer without data', new Error('Missing response data'), 'malformed'],
    ['a missing number', new MalformedAnswerError('a number is missing'), 'malformed'],
    ['a parser that fell over', new TypeError("reading 'data' of undefined"), 'malformed'],
    ['a transaction that fails when tried', new SimulationError('MoveAbort'), 'refused'],
    ['a trial that no node answered', triedInVain('RESOURCE_EXHAUSTED'), 'rate-limited'],
    ['a trial that the node refused', triedInVain('INVALID_ARGUMENT'), 'refused'],
    ['a wallet without coins', new Error('No valid gas coins found'), 'refused'],
    ['no error at all', 'oops', 'malformed'],
  ];
  it.each(cases)('tells %s', (_, error, kind) => {
    expect(kindOfError(error)).toBe(kind);
  });
});

describe('a failure', () => {
  it('is of another kind for each HTTP status', () => {
    expect([429, 408, 500, 502, 401, 403, 404].map(kindOfStatus)).toEqual([
      'rate-limited',
      'timeout',
      'server',
      'server',
      ...(['denied', 'denied', 'denied'] as const),
    ]);
  });

  it('is worth another try only when it may pass by itself', () => {
    const kinds: FailureKind[] = ['timeout', 'network', 'rate-limited', 'server', 'garbled'];
    expect(kinds.every(isTransient)).toBe(true);
    const lasting: FailureKind[] = ['malformed', 'too-long', 'denied', 'refused', 'stopped'];
    expect(lasting.some(isTransient)).toBe(false);
  });

  it('is known as an unpaid fee by the words of nodes and the SDK', () => {
    const texts = [
      'Unable to perform gas selection due to insufficient SUI balance (in address balance or coins)',
      'No valid gas coins found for the transaction.',
      'Insufficient gas balance to cover estimated transaction cost. Available gas balance: 5 MIST.',
      'Balance of gas object 500 is lower than the needed amount: 2000000',
      'Invalid withdraw reservation: Available amount in account is less than requested: 1 < 2',
    ];
    expect(texts.every(isUnpaidText)).toBe(true);
    expect(isUnpaidText('Could not find the referenced object 0x1')).toBe(false);
  });
});
