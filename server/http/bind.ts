/** Binds every route of the contract to its feature's handler. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { type ApiKey, api } from '#contract/api.ts';
import { BODY_LIMIT, type Method, type Route, reasonsOf } from '#contract/route.ts';
import { Refusal } from '#rules/refusal.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import { createAdmit, createRefuseOthers, type Gatekeeper } from './admission.ts';
import { BadInputError } from './answer-errors.ts';
import { answerStyle, sendLines, writeAnswer } from './answers.ts';
import { createUnreadAnswers, LARGE_CHARACTERS } from './connections/unread-answers.ts';
import { readIfMatch } from './etags.ts';
import { type Caller, type Handler, JsonText, Lines, Reply } from './handlers.ts';
import { createDearReads, type DearReads, isDear } from './limits/dear-reads.ts';

/** The handlers of all features together. */
export type AnyHandlers = { readonly [K in ApiKey]?: Handler<K> };

export interface Binding extends Gatekeeper {
  /** Hold every answer and refusal against the contract. For tests: types cannot see what is refused. */
  readonly checksAnswers: boolean;
  readonly log: Logger;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of a call that was admitted before its body was read. */
    admitted: Admitted | null;
  }
}

/** One route in the router's notation. */
interface BoundRoute {
  readonly method: Method;
  /** `/api/user/:address` */
  readonly url: string;
}

export function splitKey(key: string): BoundRoute {
  const [method = '', path = ''] = key.split(' ', 2);
  return { method: method as Method, url: path.replace(/\{(\w+)\}/g, ':$1') };
}

export function bindRoutes(app: FastifyInstance, handlers: AnyHandlers, binding: Binding): void {
  app.decorateRequest('admitted', null);
  const dearReads = createDearReads(binding.limits);
  const noteUnread = createUnreadAnswers();
  for (const [key, route] of Object.entries(api) as [ApiKey, Route][]) {
    const handler = handlers[key] as ((call: unknown) => Promise<unknown>) | undefined;
    if (handler === undefined) continue;
    const checked = binding.checksAnswers ? refusingAsListed(key, route, handler) : handler;
    const dear = isDear(route) ? dearReads : undefined;
    bindRoute(app, splitKey(key), route, checked, { ...binding, dear, noteUnread });
  }
}

/** A refusal that the contract does not list for the route becomes a fault. */
function refusingAsListed(
  key: ApiKey,
  route: Route,
  handle: (call: unknown) => Promise<unknown>,
): typeof handle {
  const listed = reasonsOf(route);
  return async (call) => {
    try {
      return await handle(call);
    } catch (thrown) {
      if (!(thrown instanceof Refusal) || listed.has(thrown.reason)) throw thrown;
      throw new Error(`the contract does not list '${thrown.reason}' for ${key}`);
    }
  };
}

/** A body can come half a minute after its headers. After so long, in ms, its session is looked for once more. */
const LATE_BODY_MS = 500;

interface Admitted {
  readonly caller: Caller;
  /** Of `performance.now`. */
  readonly at: number;
}

interface RouteBinding extends Binding {
  /** Only of a route whose reads may be long. */
  readonly dear: DearReads | undefined;
  readonly noteUnread: ReturnType<typeof createUnreadAnswers>;
}

function bindRoute(
  app: FastifyInstance,
  { method, url }: BoundRoute,
  route: Route,
  handle: (call: unknown) => Promise<unknown>,
  binding: RouteBinding,
): void {
  const { dear, noteUnread } = binding;
  const style = answerStyle(route, binding.settings);
  const inputOf = createInputOf(route);
  const admit = createAdmit(route, binding);
  const refuseOthers = createRefuseOthers(route, 'body');

  /** The session may have ended since the caller was admitted. */
  const requireSession = async ({ wallet, sessionToken }: Caller): Promise<void> => {
    if (route.access.kind === 'anyone' || sessionToken === null) return;
    if ((await binding.findSession(sessionToken)) !== wallet) throw new Refusal('no-session');
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply, caller: Caller) => {
    refuseOthers(request.body, caller.wallet);
    const { params, query } = inputOf(request);
    const call = {
      params,
      query,
      body: read(route.body, request.body),
      caller,
      ifMatch: readIfMatch(request.headers['if-match']),
    };
    const answered = await handle(call);
    if (answered instanceof Lines) {
      return sendLines(answered, style, request, reply, {
        onPiece: () => noteUnread(caller.ip, reply.raw),
        onFault: (err) => binding.log.error({ err, route: url }, 'an answer broke off'),
      });
    }
    if (binding.checksAnswers) {
      const body = answered instanceof Reply ? answered.body : answered;
      route.answer.parse(body instanceof JsonText ? JSON.parse(body.text) : body);
    }
    return writeAnswer(answered, style, request, reply, (characters) => {
      dear?.charge(characters, caller.ip);
      if (characters >= LARGE_CHARACTERS) noteUnread(caller.ip, reply.raw);
    });
  };

  if (method === 'GET') {
    const respond = async (request: FastifyRequest, reply: FastifyReply) =>
      answer(request, reply, await admit(request));
    app.get(
      url,
      dear === undefined
        ? respond
        : (request, reply) =>
            dear.inTurn(binding.addressOf(request.raw), async () => {
              // Nothing is read for a caller who left while waiting: they would hold up the others of their network.
              if (reply.raw.destroyed) reply.hijack();
              else await respond(request, reply);
            }),
    );
    return;
  }
  // Writes are admitted before their body is read.
  app.route({
    method,
    url,
    bodyLimit: route.bodyLimit ?? BODY_LIMIT,
    onRequest: async (request) => {
      request.admitted = { caller: await admit(request), at: performance.now() };
    },
    handler: async (request, reply) => {
      const { caller, at } = request.admitted as Admitted;
      if (performance.now() - at > LATE_BODY_MS) await requireSession(caller);
      return answer(request, reply, caller);
    },
  });
}

interface UrlInput {
  readonly params: unknown;
  readonly query: unknown;
}

/** Parsed URLs kept per route; longer URLs are parsed each time. */
const MOST_KEPT = 5_000;
const LONGEST_KEPT = 300;

/** Parses params and query. Pollers repeat the same URL, so results are cached. */
function createInputOf({ params, query }: Route): (request: FastifyRequest) => UrlInput {
  if (params === undefined && query === undefined) {
    const nothing: UrlInput = { params: undefined, query: undefined };
    return () => nothing;
  }
  const kept = new BoundedCache<string, UrlInput>(MOST_KEPT);
  return (request) => {
    const { url } = request;
    const known = kept.get(url);
    if (known !== undefined) return known;
    const input = {
      params: Object.freeze(read(params, request.params)),
      query: Object.freeze(read(query, request.query)),
    };
    if (url.length <= LONGEST_KEPT) kept.set(url, input);
    return input;
  };
}

/**
 * The caller learns only the first error, and a list can have thousands. zod types this option for its own use only;
 * a test checks that it works here.
 */
const ABORT_EARLY: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true };

/** Validated and canonical input; undefined where the route takes none. */
export function read(shape: z.ZodType | undefined, input: unknown): unknown {
  if (shape === undefined) return undefined;
  const result = shape.safeParse(input, ABORT_EARLY);
  if (!result.success) throw new BadInputError(result.error.issues);
  return result.data;
}
