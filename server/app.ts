/** The composition root: wires every feature by hand. */
import type { Logger } from 'pino';
import type { ApiKey } from '#contract/api.ts';
import { normalMoveType } from '#rules/cards.ts';
import { announceBattle } from './battle/announce.ts';
import { type Battle, createBattle } from './battle/battle.ts';
import { type Cards, createCards } from './cards/cards.ts';
import { createCardHandlers } from './cards/routes.ts';
import type { Clock } from './cluster/clock.ts';
import type { Bus } from './cluster/event-bus.ts';
import { createCollectorBoards } from './collectors/boards.ts';
import { createCollectorStore } from './collectors/collector-store.ts';
import { createCollectors } from './collectors/collectors.ts';
import { createLastSeen } from './collectors/last-seen.ts';
import { createNameStore } from './collectors/name-store.ts';
import { createNames } from './collectors/names.ts';
import { createCollectorHandlers } from './collectors/routes.ts';
import { ping } from './db/open.ts';
import type { Sql } from './db/sql.ts';
import { createGroupStore } from './groups/group-store.ts';
import { createGroups } from './groups/groups.ts';
import { createGroupHandlers } from './groups/routes.ts';
import { createAddressOf } from './http/forwarded.ts';
import type { Handlers } from './http/handlers.ts';
import { type BucketStore, createBucketStore, createLimits } from './http/limits.ts';
import type { Metrics } from './http/metrics.ts';
import { createMonitoringServer } from './http/monitoring.ts';
import type { Renderer } from './http/prerender.ts';
import { createRequestEchoes } from './http/request-echo.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { createSettingsHandlers, publicSettings } from './http/settings.ts';
import type { WebFile } from './http/web-files.ts';
import { type BackgroundJob, createJobRunner } from './jobs/background-job.ts';
import { throttle } from './jobs/throttle.ts';
import { createHub, type Hub } from './live/hub.ts';
import { createNonceStore } from './sessions/nonce-store.ts';
import { createSessionHandlers } from './sessions/routes.ts';
import { createSessionStore } from './sessions/session-store.ts';
import { createSessions, type Sessions } from './sessions/sessions.ts';
import { createSignIn } from './sessions/sign-in.ts';
import type { Config } from './start/config.ts';
import { VERSION } from './start/version.ts';
import type { Chain } from './sui/chain.ts';
import { createTransferHandlers } from './transfers/routes.ts';
import { createTransferStore } from './transfers/transfer-store.ts';
import { createTransfers } from './transfers/transfers.ts';
import { createBalances } from './wallets/balances.ts';
import { createWalletHandlers } from './wallets/routes.ts';
import { createWhitelist } from './whitelist/whitelist.ts';

/** Open connections and everything else that one run decides. */
export interface AppParts {
  readonly config: Config;
  readonly db: { readonly sql: Sql };
  readonly chain: Chain;
  readonly bus: Bus;
  /** Rate limits shared with other servers, and whether these are heard; unset: each server counts alone. */
  readonly shared?: { readonly buckets: BucketStore; isUp(): boolean } | undefined;
  /** The number of this one of SERVERS; unset if it is the only one. */
  readonly number?: number | undefined;
  /** Unset without Redis. */
  readonly isRedisUp?: (() => boolean) | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Files of the built web app by their path. */
  readonly webFiles: ReadonlyMap<string, WebFile>;
  /** Unset: only browsers render pages. */
  readonly renderer?: Renderer | null | undefined;
  /** Binds the demo's routes. */
  readonly bindDemo?: ((http: HttpServer) => void) | undefined;
  /** Validate every answer against the contract; for tests. */
  readonly checksAnswers?: boolean;
}

export interface App {
  readonly http: HttpServer;
  /** Listens on `METRICS_PORT`; null if that is unset. */
  readonly monitoring: HttpServer | null;
  readonly cards: Cards;
  readonly sessions: Sessions;
  readonly battle: Battle;
  readonly hub: Hub;
  /** Runs a background job once; for tests. */
  runJob(name: string): Promise<void>;
  /** Starts the background jobs. */
  start(): void;
  /** Stops the server after running requests are answered and pending writes are saved. */
  close(): Promise<void>;
}

/** Shortest time between two searches for sockets of ended sessions. */
const CLOSE_ENDED_PAUSE_MS = 1_000;

export function createApp(parts: AppParts): App {
  const { config, chain, bus, clock, log } = parts;
  const { sql } = parts.db;
  const buckets = parts.shared?.buckets ?? createBucketStore(clock);
  const limits = createLimits(buckets, config.rateLimitFactor);

  const collectorStore = createCollectorStore(sql);
  const lastSeen = createLastSeen({ store: collectorStore, clock });
  const { adminWallet, rateLimitFactor } = config;
  const names = createNames({
    store: createNameStore(sql),
    adminWallet,
    rateLimitFactor,
    bus,
    clock,
    log,
  });
  const collectors = createCollectors({ store: collectorStore, names, bus, clock });
  const cardTypes = config.collectionTypes.map(normalMoveType);
  const boards = createCollectorBoards({ store: collectorStore, cardTypes, bus, clock, log });

  const { holders } = collectors;
  const cards = createCards({ sql, chain, holders, bus, clock, log });

  const nonces = createNonceStore(sql);
  const sessionStore = createSessionStore(sql);
  const sessions = createSessions({
    store: sessionStore,
    nonces,
    bus,
    clock,
    onSignedOut: (wallet) => battle.signedOut(wallet),
  });
  const { network } = config.sui;
  const signIn = createSignIn({ nonces, chain, clock, network });

  const groups = createGroups({
    store: createGroupStore(sql),
    cards: { classify: cards.classify },
    clock,
  });
  const whitelist = createWhitelist({
    sql,
    held: { fresh: cards.requireFreshHoldings, last: cards.lastHoldings, holders: cards.holders },
    placesSince: cards.placesSince,
    checkpoint: () => chain.checkpoint(),
    bus,
    clock,
    log,
  });
  const { entries } = whitelist;

  const battle = createBattle({
    sql,
    bus,
    clock,
    log,
    names: collectorStore.names,
    countCards: cards.countFresh,
    hearsOthers: () => parts.shared?.isUp() === true,
  });

  const balances = createBalances({ chain, coinType: config.coinType, bus, clock });
  const transfers = createTransfers({
    store: createTransferStore(sql),
    chain,
    clock,
    log,
    features: {
      placeOf: cards.placeOf,
      async tiesOf(wallet, cardId) {
        const [registered, { groups: own }] = await Promise.all([
          entries.ofWallet(wallet),
          groups.read(wallet),
        ]);
        return {
          entries: registered.filter(({ cardIds }) => cardIds.includes(cardId)),
          groupName: own.find(({ cardIds }) => cardIds.includes(cardId))?.name ?? null,
        };
      },
      async recordMove(move) {
        await cards.move(move);
        await entries.recheckWallet(move.from);
      },
      recordFee(wallet) {
        balances.invalidate(wallet);
        bus.publish('coins-spent', { wallet });
      },
    },
  });

  const hub = createHub({
    findSession: sessions.findSession,
    keyOf: sessions.keyOf,
    clock,
    log,
  });
  bus.subscribe('session-ended', ({ key }) => hub.closeSession(key));
  bus.subscribe(
    'events-lost',
    throttle(CLOSE_ENDED_PAUSE_MS, hub.closeEnded, (err) =>
      log.warn({ err }, 'closing sockets of ended sessions failed'),
    ),
  );
  announceBattle({ ...battle, hub, bus, clock, log });

  const { measure, tell } = parts.metrics;
  tell('mainz_info', 'Version and chain of this server.', {
    version: VERSION.version,
    commit: VERSION.commit ?? 'unknown',
    network,
    transport: config.sui.transport,
  });
  measure('mainz_sockets', 'Open WebSockets.', hub.size);
  cards.measure(parts.metrics);
  battle.measure(parts.metrics);
  measure('mainz_pool_connections', 'Database connections.', () => sql.load().connections);
  measure('mainz_pool_busy', 'Database connections that work.', () => sql.load().busy);
  measure('mainz_pool_waiting', 'Statements that wait for one.', () => sql.load().waiting);
  const { isRedisUp } = parts;
  if (isRedisUp) measure('mainz_redis_up', 'Redis answers.', () => Number(isRedisUp()));

  const settingsForPages = publicSettings(config);
  const probes = {
    database: () => ping(sql),
    chain: () => chain.ping(),
    redis: isRedisUp,
    server: parts.number,
  };
  const addressOf = createAddressOf(config.trustProxy);
  const echoes = createRequestEchoes(addressOf);
  const monitoring =
    config.metricsPort === null ? null : createMonitoringServer(probes, parts.metrics, echoes, log);
  const http = createHttpServer({
    settings: config,
    log,
    limits,
    addressOf,
    findSession: sessions.findSession,
    onSeen: lastSeen.record,
    checksAnswers: parts.checksAnswers ?? false,
    handlers: {
      ...createCollectorHandlers(collectors, boards),
      ...createCardHandlers(cards, limits),
      ...createSessionHandlers(signIn, sessions),
      ...createGroupHandlers(groups),
      ...whitelist.handlers,
      ...battle.handlers,
      ...createTransferHandlers(transfers),
      ...createWalletHandlers(balances, limits),
      ...createSettingsHandlers(settingsForPages),
      // A route without a handler does not compile.
    } satisfies Handlers<ApiKey>,
    web: {
      files: parts.webFiles,
      publicSettings: settingsForPages,
      lookups: { invitation: battle.findInvitation, collector: collectors.preview },
    },
    renderer: parts.renderer ?? null,
    probes,
    metrics: parts.metrics,
    echoes,
    live: hub,
    bindMore: parts.bindDemo,
  });

  const jobs: BackgroundJob[] = [
    ...cards.jobs,
    ...collectors.jobs,
    ...names.jobs,
    ...lastSeen.jobs,
    ...transfers.jobs,
    ...whitelist.jobs,
    ...sessions.jobs,
    ...battle.jobs,
  ];
  const runner = createJobRunner(jobs, log);

  return {
    http,
    monitoring,
    cards,
    sessions,
    battle,
    hub,
    async runJob(name) {
      const job = jobs.find((one) => one.name === name);
      if (job === undefined) throw new RangeError(`there is no background job "${name}"`);
      await job.run();
    },
    start() {
      runner.start();
      battle.warmUp().catch((err: unknown) => log.warn({ err }, 'warming up the battle failed'));
    },
    async close() {
      // An open socket would keep the server from closing.
      await hub.close();
      transfers.close();
      whitelist.close();
      await http.close();
      await monitoring?.close();
      await runner.stop();
      await battle.close();
      await lastSeen.write();
    },
  };
}
