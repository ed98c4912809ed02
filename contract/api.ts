/** All routes in one table. */
import type { z } from 'zod';
import { battleRoutes } from './battle-routes.ts';
import { cardRoutes } from './cards.ts';
import { collectorRoutes } from './collectors.ts';
import { groupRoutes } from './groups.ts';
import type { Route } from './route.ts';
import { sessionRoutes } from './sessions.ts';
import { settingsRoutes } from './settings.ts';
import { transferRoutes } from './transfers.ts';
import { walletRoutes } from './wallets.ts';
import { whitelistRoutes } from './whitelist.ts';
import { roundRoutes } from './whitelist-rounds.ts';

export const api = {
  ...collectorRoutes,
  ...cardRoutes,
  ...sessionRoutes,
  ...groupRoutes,
  ...whitelistRoutes,
  ...roundRoutes,
  ...battleRoutes,
  ...transferRoutes,
  ...walletRoutes,
  ...settingsRoutes,
} as const satisfies Record<string, Route>;

export type Api = typeof api;
export type ApiKey = keyof Api;

type ShapeOf<K extends ApiKey, Part extends string> =
  Api[K] extends Record<Part, infer Shape> ? (Shape extends z.ZodType ? Shape : never) : never;

/** `Sent`: what the client sends. `Received`: the parsed value on the server. */
export type Sent<K extends ApiKey, Part extends 'params' | 'query' | 'body'> = z.input<
  ShapeOf<K, Part>
>;
export type Received<K extends ApiKey, Part extends 'params' | 'query' | 'body'> = z.output<
  ShapeOf<K, Part>
>;
export type Answer<K extends ApiKey> = z.output<Api[K]['answer']>;

type Part<K extends ApiKey, P extends 'params' | 'query' | 'body'> =
  Api[K] extends Record<P, unknown> ? { readonly [Name in P]: Sent<K, P> } : unknown;

/** The arguments of a call: params and body are required, the query is optional. */
export type Input<K extends ApiKey> = Part<K, 'params'> &
  Partial<Part<K, 'query'>> &
  Part<K, 'body'>;
