/** The composition root: wires every feature by hand. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { FindSession } from './http/admission.ts';
import type { AnyHandlers } from './http/bind.ts';
import type { HttpSettings } from './http/http-settings.ts';
import { createBucketStore, createLimits } from './http/limits.ts';
import { createHttpServer } from './http/server.ts';
import type { Bus } from './ports/bus.ts';
import type { Clock } from './ports/clock.ts';

/** What signing in brings: whose token it is, and its routes. */
export interface Sessions {
  readonly findSession: FindSession;
  readonly handlers: AnyHandlers;
}

export interface AppParts {
  readonly config: HttpSettings;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly sessions: Sessions;
  /** Hold every answer against the contract: for tests. */
  readonly checksAnswers?: boolean;
}

export interface App {
  readonly http: FastifyInstance;
}

export function createApp(parts: AppParts): App {
  const { config, clock, log, sessions } = parts;
  const http = createHttpServer({
    settings: config,
    log,
    limits: createLimits(createBucketStore(clock), config.rateLimitFactor),
    findSession: sessions.findSession,
    onSeen: () => {},
    checksAnswers: parts.checksAnswers ?? false,
    handlers: { ...sessions.handlers },
  });
  return { http };
}
