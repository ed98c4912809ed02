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
  visit,
} from 'graphql';
import type { Limits } from '../front.ts';

/** A query text read, checked against the schema and measured against the limits; kept, as clients repeat few. */
interface CheckedDocument {
  readonly document: DocumentNode | undefined;
  readonly errors: readonly GraphQLError[];
  readonly operationNames: readonly string[];
}

const MAX_DOCUMENTS = 500;

export class Documents {
  readonly #limits: Limits;
  readonly #known = new Map<string, CheckedDocument>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  check(text: string): CheckedDocument {
    let checked = this.#known.get(text);
    if (checked === undefined) {
      checked = this.#read(text);
      if (this.#known.size >= MAX_DOCUMENTS) this.#known.clear();
      this.#known.set(text, checked);
    }
    return checked;
  }

  #read(text: string): CheckedDocument {
    const { graphqlMaxQueryBytes: most } = this.#limits;
    if (Buffer.byteLength(text) > most) {
      return failed(invalid(`Query payload too large: more than ${most} bytes`));
    }
    try {
      const document = parse(text);
      const operationNames = document.definitions
        .filter((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION)
        .map((node) => node.name?.value ?? 'anonymous');
      const errors = validate(SCHEMA, document).map((error) => invalid(error.message, error));
      return { document, errors: [...errors, ...this.#measure(document)], operationNames };
    } catch (error) {
      return failed(withCode((error as Error).message, 'GRAPHQL_PARSE_FAILED', error));
    }
  }

  #measure(document: DocumentNode): GraphQLError[] {
    const { graphqlMaxQueryDepth, graphqlMaxQueryNodes } = this.#limits;
    let depth = 0;
    let deepest = 0;
    let nodes = 0;
    visit(document, {
      Field: {
        enter: () => {
          nodes += 1;
          depth += 1;
          deepest = Math.max(deepest, depth);
        },
        leave: () => {
          depth -= 1;
        },
      },
    });
    if (deepest > graphqlMaxQueryDepth) return [invalid('Query nesting is too deep')];
    return nodes > graphqlMaxQueryNodes ? [invalid('Query has too many nodes')] : [];
  }
}

function failed(error: GraphQLError): CheckedDocument {
  return { document: undefined, errors: [error], operationNames: [] };
}

function invalid(message: string, error?: unknown): GraphQLError {
  return withCode(message, 'GRAPHQL_VALIDATION_FAILED', error);
}

function withCode(message: string, code: string, error?: unknown): GraphQLError {
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
