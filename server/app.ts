/** The composition root: wires every feature by hand. */
import type { Logger } from 'pino';
import type { ApiKey } from '#contract/api.ts';
import { normalMoveType } from '#rules/cards.ts';
import { announceBattle } from './battle/announce.ts';
import { createBattle } from './battle/battle.ts';
import { createCards } from './cards/cards.ts';
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
import { countConnections, takesWrites } from './db/open.ts';
import type { Sql } from './db/sql.ts';
import { createGroups } from './groups/groups.ts';
import { createGroupHandlers } from './groups/routes.ts';
import type { Handlers } from './http/handlers.ts';
import { type BucketStore, createBucketStore } from './http/limits/buckets.ts';
import { createAddressOf } from './http/limits/forwarded.ts';
import { createLimits } from './http/limits/limits.ts';
import type { Metrics } from './http/metrics.ts';
import { createMonitoringServer, type Monitored } from './http/monitoring.ts';
import type { Renderer } from './http/pages/prerender.ts';
import type { WebFile } from './http/pages/web-files.ts';
import { createRequestEchoes } from './http/request-echo.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { createSettingsHandlers, publicSettings } from './http/settings.ts';
import { type BackgroundJob, createJobRunner } from './jobs/background-job.ts';
import { createHub } from './live/hub.ts';
import { createNonceStore } from './sessions/nonce-store.ts';
import { createSessionHandlers } from './sessions/routes.ts';
import { createSessionStore } from './sessions/session-store.ts';
import { createSessions } from './sessions/sessions.ts';
import { createSignIn } from './sessions/sign-in.ts';
import type { Config } from './start/config.ts';
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
  readonly sql: Sql;
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
  readonly bindDemo?: ((http: HttpServer) => void) | undefined;
  /** Validate every answer against the contract; for tests. */
  readonly checksAnswers?: boolean;
}

export type App = ReturnType<typeof createApp>;

export function createApp(parts: AppParts) {
  const { config, sql, chain, bus, clock, log } = parts;
  const buckets = parts.shared?.buckets ?? createBucketStore(clock);
  const limits = createLimits(buckets, config.rateLimitFactor);

  const collectorStore = createCollectorStore(sql);
  const lastSeen = createLastSeen({ store: collectorStore, clock });
  const names = createNames({ store: createNameStore(sql), settings: config, bus, clock, log });
  const collectors = createCollectors({ store: collectorStore, names, bus, clock });
  const cardTypes = config.collectionTypes.map(normalMoveType);
  const cards = createCards({ sql, chain, collectors: collectors.records, bus, clock, log });
  const { readAgain } = cards;
  const ranked = { store: collectorStore, cardTypes, readAgain };
  const boards = createCollectorBoards({ ...ranked, bus, clock, log });

  const nonces = createNonceStore(sql);
  const sessionStore = createSessionStore(sql);
  const sessions = createSessions({
    store: sessionStore,
    nonces,
    bus,
    clock,
    onSignedOut: (wallet) => battle.signedOut(wallet),
  });
  const signIn = createSignIn({
    nonces,
    chain,
    clock,
    network: config.sui.network,
    adminWallet: config.adminWallet,
  });

  const groups = createGroups({ sql, cards, clock });
  const whitelist = createWhitelist({
    sql,
    cards,
    limits,
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
    limits,
    hearsOthers: parts.shared?.isUp,
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
      readBoth: cards.readBoth,
      recordFee: (wallet) => bus.publish('coins-spent', { wallet }),
    },
  });

  const hub = createHub({ ...sessions, bus, clock, log });
  announceBattle({ ...battle, hub, bus, clock, log });

  parts.metrics.measureEach(
    'mainz_database_connections',
    'Connections to the database by their state.',
    'state',
    () => countConnections(sql),
  );
  parts.metrics.measure('mainz_sockets', 'Open WebSockets.', hub.size);
  cards.measure(parts.metrics);
  battle.measure(parts.metrics);

  const settingsForPages = publicSettings(config);
  const addressOf = createAddressOf(config.trustProxy);
  const monitored: Monitored = {
    probes: {
      database: () => takesWrites(sql),
      chain: () => chain.ping(),
      redis: parts.isRedisUp,
      server: parts.number,
    },
    metrics: parts.metrics,
    echoes: createRequestEchoes(addressOf),
  };
  const monitoring = config.metricsPort === null ? null : createMonitoringServer(monitored, log);
  const http = createHttpServer({
    settings: config,
    log,
    limits,
    addressOf,
    findSession: sessions.findSession,
    onSeen: lastSeen.record,
    checksAnswers: parts.checksAnswers ?? false,
    handlers: {
      ...createCollectorHandlers(collectors, boards, limits),
      ...createCardHandlers(cards, limits),
      ...createSessionHandlers(signIn, sessions, limits),
      ...createGroupHandlers(groups),
      ...whitelist.handlers,
      ...battle.handlers,
      ...createTransferHandlers(transfers),
      ...createWalletHandlers(balances, limits, cards.isHolder),
      ...createSettingsHandlers(settingsForPages),
      // A route without a handler does not compile.
    } satisfies Handlers<ApiKey>,
    web: {
      files: parts.webFiles,
      publicSettings: settingsForPages,
      lookups: { invitation: battle.findInvitation, collector: collectors.preview },
    },
    renderer: parts.renderer ?? null,
    monitored,
    live: hub,
    bindMore: parts.bindDemo,
  });

  const active = [cards, collectors, boards, names, lastSeen, transfers, whitelist, sessions];
  const jobs = active.flatMap((feature): readonly BackgroundJob[] => feature.jobs);
  const runner = createJobRunner(jobs, log);
  const battleRunner = createJobRunner(battle.jobs, log);

  return {
    http,
    /** Listens on `METRICS_PORT`; null if that is unset. */
    monitoring,
    cards,
    sessions,
    battle,
    hub,
    /** Runs a background job once; for tests. */
    async runJob(name: string): Promise<void> {
      const job = [...jobs, ...battle.jobs].find((one) => one.name === name);
      if (job === undefined) throw new RangeError(`there is no background job "${name}"`);
      await job.run();
    },
    start(): void {
      runner.start();
      battleRunner.start();
      battle.warmUp().catch((err: unknown) => log.warn({ err }, 'warming up the battle failed'));
    },
    /** Stops the server after running requests are answered and pending writes are saved. */
    async close(): Promise<void> {
      // First: while nobody new is let in there must be no heartbeat, so that players get this time back.
      const battleJobsDone = battleRunner.stop();
      const jobsDone = runner.stop();
      // An open socket would keep the server from closing.
      await hub.close();
      transfers.close();
      whitelist.close();
      await http.close();
      await monitoring?.close();
      await battleJobsDone;
      await battle.close();
      await lastSeen.write();
      // Last: a freeze can take longer than whoever stops us waits, and goes on where it was cut off.
      await jobsDone;
    },
  };
}
