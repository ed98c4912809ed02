/** The contract as an OpenAPI 3.1 document. */
import { z } from 'zod';
import { api } from '#contract/api.ts';
import { ErrorBody, REFUSALS } from '#contract/refusals.ts';
import {
  type Access,
  BODY_LIMIT,
  isPersonal,
  type Route,
  reasonsOf,
  valueLimit,
} from '#contract/route.ts';
import type { RefusalReason } from '#rules/refusal.ts';

export type JsonSchema = Record<string, unknown>;

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

type Content = Record<string, { schema: JsonSchema }>;

export type OpenApi = ReturnType<typeof createOpenApi>;

const NEEDED = [{ session: [] }];
/** What is said of it, and which session it takes; an empty requirement makes that optional. */
const ACCESS: Record<
  Access['kind'] | 'optionalSession',
  readonly [words: string, security: Operation['security']]
> = {
  anyone: ['Open to everybody.', []],
  optionalSession: ['Open to everybody; the answer can depend on the session.', [{}, ...NEEDED]],
  session: ['Needs a session.', NEEDED],
  admin: ["Needs the session of the admin's wallet.", NEEDED],
  actor: ['Needs the session of the wallet it names.', NEEDED],
};

export function createOpenApi() {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [key, route] of Object.entries(api) as [string, Route][]) {
    const [method = '', path = ''] = key.split(' ', 2);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(method, path, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'The MAINZ',
      version: '1',
      description:
        'Every answer is JSON. A refusal is {"error": a sentence for a person, "reason": a word for programs}. Addresses may be written in any spelling; answers use 0x and 64 lower-case hex digits.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: toSchema(ErrorBody, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'mainz_session',
          description: 'Over https the name is __Host-mainz_session.',
        },
      },
    },
  };
}

function operation(method: string, path: string, route: Route): Operation {
  const { access, bodyLimit = BODY_LIMIT } = route;
  const isOptional = access.kind === 'anyone' && isPersonal(route);
  const [accessWords, security] = ACCESS[isOptional ? 'optionalSession' : access.kind];
  const described: Operation = {
    operationId: `${method.toLowerCase()}${path.replace(/[^a-z]+(\w)/gi, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')}`,
    summary: route.summary,
    description: `${accessWords} Allowance: ${route.allowance}${route.cost === undefined ? '' : `, as ${route.cost} calls`}.`,
    tags: [path.split('/')[2] ?? 'api'],
    security,
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    responses: responses(method, route),
  };
  if (route.body !== undefined) {
    described.requestBody = { required: true, content: json(toSchema(route.body, 'input')) };
    described.description += ` Bodies up to ${bodyLimit / 1024} KiB and ${valueLimit(bodyLimit)} values.`;
  }
  return described;
}

function parameters(shape: z.ZodType | undefined, place: 'path' | 'query') {
  if (shape === undefined) return [];
  const { properties = {}, required = [] } = toSchema(shape, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

function responses(method: string, route: Route): Operation['responses'] {
  const answers: Operation['responses'] = {
    200: {
      description: 'As asked.',
      content: route.isLines === true ? LINES : json(toSchema(route.answer, 'output')),
    },
  };
  if (route.revalidated) answers['304'] = { description: 'Unchanged since the ETag you named.' };
  for (const [status, reasons] of Object.entries(refusalsByStatus(method, route))) {
    answers[status] = {
      description: reasons.map(describeReason).join('\n'),
      content: json({ $ref: '#/components/schemas/Error' }),
    };
  }
  answers['500'] = {
    description: 'A fault of ours; the sentence names a reference.',
    content: json({ $ref: '#/components/schemas/Error' }),
  };
  return answers;
}

/** Of every write: its body is looked at even if it takes none. */
const REFUSALS_OF_BODIES = ['bad-input', 'too-large', 'not-json'] as const;

function refusalsByStatus(method: string, route: Route): Record<string, RefusalReason[]> {
  const byStatus: Record<string, RefusalReason[]> = {};
  const ofBodies = method === 'GET' ? [] : REFUSALS_OF_BODIES;
  for (const reason of new Set([...reasonsOf(route), ...ofBodies, 'foreign-origin' as const])) {
    const [status] = REFUSALS[reason];
    byStatus[status] = [...(byStatus[status] ?? []), reason];
  }
  return byStatus;
}

function describeReason(reason: RefusalReason): string {
  const [, words] = REFUSALS[reason];
  return `${reason}: ${words}`;
}

const LINES: Content = { 'application/x-ndjson': { schema: { type: 'string' } } };

function json(schema: JsonSchema): Content {
  return { 'application/json': { schema } };
}

function toSchema(shape: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' });
  return schema;
}
