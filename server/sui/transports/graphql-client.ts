/**
 * The SDK's GraphQL client, plus the codes of errors. The SDK keeps only their texts, and a text does
 * not distinguish a refused transaction from a server that lost its database.
 */
import {
  type GraphQLQueryOptions,
  type GraphQLQueryResult,
  type GraphQLResponseErrors,
  SuiGraphQLClient,
} from '@mysten/sui/graphql';
import { answeredId } from '#server/sui/calls/checks.ts';
import {
  ClassifiedError,
  type FailureKind,
  isRateLimitText,
  isTransient,
} from '#server/sui/calls/failures.ts';
import { createNewestCheckpoint } from './newest-checkpoint.ts';

type GraphQLError = GraphQLResponseErrors[number];
interface LookedUp {
  readonly multiGetObjects?: readonly ({ address: string } | null)[];
}

interface Told {
  readonly newest?: { readonly sequenceNumber: number } | null;
}
/** All of one answer is of the same checkpoint. */
const NEWEST = '$& newest: checkpoint { sequenceNumber }';

export class CodedGraphQLClient extends SuiGraphQLClient {
  readonly #refuseOlder = createNewestCheckpoint();

  /** Throws when the answer contains any error: half an answer is not used. */
  override async query<Result = Record<string, unknown>, Variables = Record<string, unknown>>(
    options: GraphQLQueryOptions<Result, Variables>,
  ): Promise<GraphQLQueryResult<Result>> {
    const result = await this.queryDespite(options, () => false);
    const { multiGetObjects }: LookedUp = result.data ?? {};
    // The SDK takes an object whose id is spelled in another way for one that does not exist.
    for (const object of multiGetObjects ?? []) {
      if (object !== null) object.address = answeredId(object.address);
    }
    return result;
  }

  /** @param mayBe whether an error is about a part of the answer that is not needed */
  async queryDespite<Result, Variables>(
    options: GraphQLQueryOptions<Result, Variables>,
    mayBe: (error: GraphQLError, data: Result | undefined) => boolean,
  ): Promise<GraphQLQueryResult<Result>> {
    const query = String(options.query).replace(/^\s*query[^{]*\{/, NEWEST);
    const result = await super.query<Result & Told, Variables>({ ...options, query });
    const errors = (result.errors ?? []).filter((error) => !mayBe(error, result.data));
    if (errors.length === 0) {
      this.#refuseOlder(String(result.data?.newest?.sequenceNumber));
      return result;
    }
    const message = errors.map((error) => error.message).join('; ');
    throw new ClassifiedError(kindOfGraphQLErrors(errors), message);
  }
}

const KIND_OF_CODE: Readonly<Record<string, FailureKind>> = {
  BAD_USER_INPUT: 'refused',
  REQUEST_TIMEOUT: 'timeout',
  INTERNAL_SERVER_ERROR: 'server',
  GRAPHQL_PARSE_FAILED: 'denied',
  GRAPHQL_VALIDATION_FAILED: 'denied',
  /** The service has no such store. */
  FEATURE_UNAVAILABLE: 'denied',
  /** Of nodes, bytes or depth, not of a quota: asked for less it may answer. */
  RESOURCE_EXHAUSTED: 'too-long',
};

/** Of several errors one that lasts decides: trying again is useless. An unknown code counts as `server`. */
export function kindOfGraphQLErrors(errors: GraphQLResponseErrors): FailureKind {
  const kinds = errors.map((error) => {
    if (isRateLimitText(error.message)) return 'rate-limited';
    return KIND_OF_CODE[codeOf(error)] ?? 'server';
  });
  return kinds.find((kind) => !isTransient(kind)) ?? kinds[0] ?? 'server';
}

/** The SDK's type leaves `extensions` out. */
function codeOf(error: object): string {
  const extensions = 'extensions' in error ? error.extensions : null;
  if (typeof extensions !== 'object' || extensions === null) return '';
  return 'code' in extensions ? String(extensions.code) : '';
}
