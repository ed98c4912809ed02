/** The composition root: wires every feature by hand. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { normalMoveType } from '#rules/cards.ts';
import { type Cards, createCards } from './cards/cards.ts';
import type { Holders } from './cards/holders.ts';
import { createHoldingStore } from './cards/holding-store.ts';
import { createReadingStore } from './cards/reading-store.ts';
import { createReadings } from './cards/readings.ts';
import { createRereading } from './cards/rereading.ts';
import { cardHandlers } from './cards/routes.ts';
import { createBoards } from './collectors/boards.ts';
import { createCollectorStore } from './collectors/collector-store.ts';
import { createCollectors } from './collectors/collectors.ts';
import { createLastSeen } from './collectors/last-seen.ts';
import { collectorHandlers } from './collectors/routes.ts';
import type { Config } from './config.ts';
import type { Sql } from './db/open.ts';
import type { FindSession } from './http/admission.ts';
import type { AnyHandlers } from './http/bind.ts';
import { createBucketStore, createLimits } from './http/limits.ts';
import type { Metrics } from './http/metrics.ts';
import { publicSettings, settingsHandlers } from './http/public-settings.ts';
import { createHttpServer } from './http/server.ts';
import type { WebFile } from './http/web-files.ts';
import type { Bus } from './ports/bus.ts';
import type { Chain } from './ports/chain.ts';
import type { Clock } from './ports/clock.ts';

/** What signing in brings: whose token it is, and its routes. */
export interface Sessions {
  readonly findSession: FindSession;
  readonly handlers: AnyHandlers;
}

export interface AppParts {
  readonly config: Config;
  readonly db: { readonly sql: Sql };
  readonly chain: Chain;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly sessions: Sessions;
  /** Files of the built web app by their path. */
  readonly webFiles: ReadonlyMap<string, WebFile>;
  /** Binds what only the demo serves. */
  readonly bindDemo?: ((http: FastifyInstance) => void) | undefined;
  /** Hold every answer against the contract: for tests. */
  readonly checksAnswers?: boolean;
}

export interface App {
  readonly http: FastifyInstance;
  readonly cards: Cards;
  /** Begins the work in the background. */
  start(): void;
  /** Stops it, answers what is under way, writes what is still unwritten. */
  close(): Promise<void>;
}

export function createApp(parts: AppParts): App {
  const { config, chain, bus, clock, log, sessions } = parts;
  const { sql } = parts.db;

  const collectorStore = createCollectorStore(sql);
  const lastSeen = createLastSeen({ store: collectorStore, clock, log });
  const collectors = createCollectors({ store: collectorStore, lastSeen, bus, clock });
  const cardTypes = config.collectionTypes.map(normalMoveType);
  const boards = createBoards({ store: collectorStore, cardTypes, bus, clock, log });

  const holdings = createHoldingStore(sql);
  const readingStore = createReadingStore(sql);
  const holders: Holders = {
    ensure: collectors.ensure,
    isKnown: async (wallet) => (await collectorStore.find(wallet)) !== null,
    recordReading: collectorStore.recordReading,
    recordFailedReading: collectorStore.recordFailedReading,
  };
  const readings = createReadings({
    ...{ sql, chain, holdings, readings: readingStore },
    ...{ holders, bus, clock, log },
  });
  const rereading = createRereading({ store: readingStore, readings, clock, log });
  const cards = createCards({ holdings, readingStore, readings, holders, clock });

  const shownSettings = publicSettings(config);
  const http = createHttpServer({
    settings: config,
    log,
    limits: createLimits(createBucketStore(clock), config.rateLimitFactor),
    findSession: sessions.findSession,
    onSeen: lastSeen.saw,
    checksAnswers: parts.checksAnswers ?? false,
    handlers: {
      ...collectorHandlers(collectors, boards),
      ...cardHandlers(cards),
      ...settingsHandlers(shownSettings),
      ...sessions.handlers,
    },
    web: { files: parts.webFiles, publicSettings: shownSettings },
    probes: { database: () => sql`SELECT 1`, chain: () => chain.ping() },
    metrics: parts.metrics,
    bindMore: parts.bindDemo,
  });

  return {
    http,
    cards,
    start: rereading.start,
    async close() {
      await http.close();
      await rereading.stop();
      await lastSeen.close();
    },
  };
}
