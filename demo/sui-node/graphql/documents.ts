import {
  type DocumentNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
  visit,
} from 'graphql';
import type { Limits } from '../limits.ts';
import { SCHEMA } from './schema.ts';

/** A query text read, checked against the schema and measured against the limits; kept, as clients repeat few. */
export interface CheckedDocument {
  readonly document: DocumentNode | undefined;
  readonly errors: readonly GraphQLError[];
  readonly operationNames: readonly string[];
}

const KEPT = 500;

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
      if (this.#known.size >= KEPT) this.#known.clear();
      this.#known.set(text, checked);
    }
    return checked;
  }

  #read(text: string): CheckedDocument {
    const { graphqlMaxQueryBytes: most } = this.#limits;
    if (Buffer.byteLength(text) > most) {
      return failed(new GraphQLError(`Query payload too large: more than ${most} bytes`));
    }
    try {
      const document = parse(text);
      const operationNames = document.definitions
        .filter((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION)
        .map((node) => node.name?.value ?? 'anonymous');
      const errors = [...validate(SCHEMA, document), ...this.#measure(document)];
      return { document, errors, operationNames };
    } catch (error) {
      return failed(error as GraphQLError);
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
    if (deepest > graphqlMaxQueryDepth) return [new GraphQLError('Query nesting is too deep')];
    return nodes > graphqlMaxQueryNodes ? [new GraphQLError('Query has too many nodes')] : [];
  }
}

function failed(error: GraphQLError): CheckedDocument {
  return { document: undefined, errors: [error], operationNames: [] };
}
