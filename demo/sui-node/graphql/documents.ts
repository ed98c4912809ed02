import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  buildSchema,
  type DocumentNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';

/** A query text read and checked against the schema; kept, as clients repeat few. */
interface CheckedDocument {
  readonly document: DocumentNode | undefined;
  readonly errors: readonly GraphQLError[];
  readonly operationNames: readonly string[];
}

const MAX_DOCUMENTS = 500;

export class Documents {
  readonly #known = new Map<string, CheckedDocument>();

  check(text: string): CheckedDocument {
    let checked = this.#known.get(text);
    if (checked === undefined) {
      checked = readDocument(text);
      if (this.#known.size >= MAX_DOCUMENTS) this.#known.clear();
      this.#known.set(text, checked);
    }
    return checked;
  }
}

function readDocument(text: string): CheckedDocument {
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
    return { document: undefined, errors: [failure], operationNames: [] };
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
