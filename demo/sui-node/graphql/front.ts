import {
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLFormattedError,
} from 'graphql';
import type { Call, Client, NodeContext, Reply } from '../front.ts';
import { GrpcStatusError } from '../grpc/status.ts';
import { TransactionRefusedError } from '../transactions/failures.ts';
import { checkDocument, SCHEMA } from './documents.ts';
import { rootSource } from './root.ts';

interface Request {
  readonly query: string;
  readonly variables?: Record<string, unknown> | null;
  readonly operationName?: string | null;
}

export type GraphqlFront = (client: Client, body: Buffer) => Call;

/** Takes GraphQL requests; made at the first one, because the schema takes a moment to build. */
export function createGraphqlFront(context: NodeContext): GraphqlFront {
  const root = rootSource(context);
  return (client, body) => {
    const request = readRequest(body);
    if (request === undefined) {
      const errors = [{ message: 'Invalid request body' }];
      return { method: 'unreadable', answer: () => reply(400, { errors }) };
    }
    const { document, errors, operationNames } = checkDocument(request.query);
    return {
      method: request.operationName ?? operationNames[0] ?? 'unreadable',
      async answer() {
        if (document === undefined || errors.length > 0) {
          return reply(200, { errors: errors.map((error) => error.toJSON()) });
        }
        const result = await execute({
          schema: SCHEMA,
          document,
          rootValue: root,
          contextValue: client,
          variableValues: request.variables ?? {},
          operationName: request.operationName ?? undefined,
          fieldResolver: resolveField,
        });
        const { data } = result;
        const failures = result.errors?.map(withCode);
        return reply(200, failures === undefined ? { data } : { data, errors: failures });
      },
    };
  };
}

/** Clients go by the code; an error that has none yet is a refused transaction, or the node's own. */
function withCode(error: GraphQLError): GraphQLFormattedError {
  const { extensions, ...rest } = error.toJSON();
  const { originalError: cause } = error;
  const isRefusal = cause instanceof TransactionRefusedError || cause instanceof GrpcStatusError;
  const code = isRefusal ? 'BAD_USER_INPUT' : 'INTERNAL_SERVER_ERROR';
  return { ...rest, extensions: { code, ...extensions } };
}

/** A field the sources do not know is an error: null would look like an answer. */
const resolveField: GraphQLFieldResolver<object, unknown> = (source, args, context, info) => {
  const { fieldName, parentType } = info;
  if (!(fieldName in source)) {
    throw new GraphQLError(`${parentType.name}.${fieldName} is not provided by this node`);
  }
  const value = source[fieldName as keyof object] as unknown;
  return typeof value === 'function' ? value(args, context, info) : value;
};

function readRequest(body: Buffer): Request | undefined {
  try {
    const request = JSON.parse(body.toString('utf8')) as Partial<Request>;
    return typeof request.query === 'string' ? (request as Request) : undefined;
  } catch {
    return undefined;
  }
}

function reply(
  status: number,
  json: { data?: unknown; errors?: readonly GraphQLFormattedError[] },
): Reply {
  return { status, contentType: 'application/json', body: Buffer.from(JSON.stringify(json)) };
}
