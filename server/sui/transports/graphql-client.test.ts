import { describe, expect, it } from 'vitest';
import type { FailureKind } from '#server/sui/calls/failures.ts';
import { CodedGraphQLClient, kindOfGraphQLErrors } from './graphql-client.ts';

function error(code?: string, message = 'object is unavailable, request timed out') {
  return { message, ...(code !== undefined && { extensions: { code } }) };
}

describe('a GraphQL answer with errors', () => {
  it.each<[code: string | undefined, kind: FailureKind]>([
    ['BAD_USER_INPUT', 'refused'],
    ['REQUEST_TIMEOUT', 'timeout'],
    ['INTERNAL_SERVER_ERROR', 'server'],
    ['GRAPHQL_VALIDATION_FAILED', 'denied'],
    ['FEATURE_UNAVAILABLE', 'denied'],
    ['RESOURCE_EXHAUSTED', 'too-long'],
    ['SOMETHING_NEW', 'server'],
    [undefined, 'server'],
  ])('counts by the code %s, not by the text', (code, kind) => {
    expect(kindOfGraphQLErrors([error(code)])).toBe(kind);
  });

  it('is a full quota under any code, and a lasting failure before a passing one', () => {
    expect(kindOfGraphQLErrors([error('BAD_USER_INPUT', 'Too many requests')])).toBe(
      'rate-limited',
    );
    const both = [error('REQUEST_TIMEOUT'), error('BAD_USER_INPUT')];
    expect(kindOfGraphQLErrors(both)).toBe('refused');
  });

  it('is not used in part', async () => {
    const body = {
      data: { epoch: { referenceGasPrice: '1000' } },
      errors: [error('REQUEST_TIMEOUT')],
    };
    const client = new CodedGraphQLClient({
      url: 'http://node.test/graphql',
      network: 'mainnet',
      fetch: async () => Response.json(body),
    });
    const reading = client.core.getReferenceGasPrice();
    await expect(reading).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('timed out'),
    });
  });
});
