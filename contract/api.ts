/** Every call as one table. */
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

export const api = {
  ...collectorRoutes,
  ...cardRoutes,
  ...sessionRoutes,
  ...groupRoutes,
  ...whitelistRoutes,
  ...battleRoutes,
  ...transferRoutes,
  ...walletRoutes,
  ...settingsRoutes,
} as const satisfies Record<string, Route>;

export type Api = typeof api;
export type ApiKey = keyof Api;

type Said<K extends ApiKey, Part extends string> =
  Api[K] extends Record<Part, infer Shape> ? (Shape extends z.ZodType ? Shape : never) : never;

/** What a caller writes (before canonicalising), and what the server works with. */
export type Sent<K extends ApiKey, Part extends 'params' | 'query' | 'body'> = z.input<
  Said<K, Part>
>;
export type Received<K extends ApiKey, Part extends 'params' | 'query' | 'body'> = z.output<
  Said<K, Part>
>;
export type Answer<K extends ApiKey> = z.output<Api[K]['answer']>;

type Part<K extends ApiKey, P extends 'params' | 'query' | 'body'> =
  Api[K] extends Record<P, unknown> ? { readonly [Name in P]: Sent<K, P> } : unknown;

/** What a call must be given: its path parameters and its body; its query may be left out. */
export type Input<K extends ApiKey> = Part<K, 'params'> &
  Partial<Part<K, 'query'>> &
  Part<K, 'body'>;
