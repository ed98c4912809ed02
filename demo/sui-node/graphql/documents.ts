import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  buildSchema,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';

const MAX_DOCUMENTS = 500;
const known = new Map<string, ReturnType<typeof readDocument>>();

/** A query text read and checked against the schema, which takes milliseconds; kept, as clients repeat few. */
export function checkDocument(text: string) {
  let checked = known.get(text);
  if (checked === undefined) {
    checked = readDocument(text);
    if (known.size >= MAX_DOCUMENTS) known.clear();
    known.set(text, checked);
  }
  return checked;
}

function readDocument(text: string) {
  try {
    const document = parse(text);
    const operationNames = document.definitions
      .filter((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION)
      .map((node) => node.name?.value ?? 'anonymous');
    const errors = validate(SCHEMA, document).map((error) =>
      withCode(error.message, 'GRAPHQL_VALIDATION_FAILED', error),
    );
    return { document, errors, operationNames };
  } catch (error) {
    const failure = withCode((error as Error).message, 'GRAPHQL_PARSE_FAILED', error);
    return { document: undefined, errors: [failure], operationNames: [] as string[] };
  }
}

function withCode(message: string, code: string, error: unknown): GraphQLError {
  const nodes = error instanceof GraphQLError ? error.nodes : undefined;
  return new GraphQLError(message, { nodes, extensions: { code } });
}

/** The schema of the real service: its full text comes with the SDK, beside the code generated from it. */
const entry = createRequire(import.meta.url).resolve('@mysten/sui/graphql');
const text = readFileSync(
  new URL('../../src/graphql/generated/schema.graphql', `file://${entry}`),
  'utf8',
);

export const SCHEMA = buildSchema(text, { assumeValid: true });
