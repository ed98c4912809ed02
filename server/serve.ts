/** One server: connects to what it needs and listens. The whole process, or one of SERVERS. */
import path from 'node:path';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { openCluster } from './cluster/cluster.ts';
import type { Supervised } from './cluster/supervised.ts';
import { askTime } from './db/open.ts';
import type { Sql } from './db/sql.ts';
import type { Metrics } from './http/metrics.ts';
import { loadRenderer } from './http/pages/prerender.ts';
import { readWebFiles } from './http/pages/web-files.ts';
import type { HttpServer } from './http/server.ts';
import type { Config } from './start/config.ts';
import type { Lifecycle } from './start/lifecycle.ts';
import { printableUrl } from './start/printable-url.ts';
import { StartError } from './start/start-error.ts';
import { VERSION } from './start/version.ts';
import { whyNoObject } from './sui/calls/checks.ts';
import { type Chain, GENESIS, WrongNetworkError } from './sui/chain.ts';
import { createSuiChain } from './sui/sui-chain.ts';

const WEB_FOLDER = path.resolve(import.meta.dirname, '../dist/web');
const RENDERER = path.resolve(import.meta.dirname, '../dist/render/render.js');

interface ServeParts {
  readonly config: Config;
  readonly sql: Sql;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
  readonly bindDemo?: ((http: HttpServer) => void) | undefined;
  /** This and the number: only for one of SERVERS. */
  readonly supervisor?: Supervised | undefined;
  readonly number?: number | undefined;
}

/** @returns the port it listens on */
export async function serve({
  config,
  sql,
  metrics,
  log,
  lifecycle,
  bindDemo,
  supervisor,
  number,
}: ServeParts): Promise<number> {
  const cluster = await openCluster({
    ...config,
    supervisor,
    askTime: () => askTime(sql),
    log,
    onRedisCommand: metrics.sawRedisCommand,
  });
  lifecycle.onClose('cluster', cluster.close);

  const chain = openChain(config, metrics);
  lifecycle.onClose('chain', chain.close);
  await refuseWrongChain(config, chain);

  measureProcess(metrics, config, sql, cluster.isRedisUp);
  const app = createApp({
    config,
    sql,
    chain,
    metrics,
    log,
    ...cluster,
    webFiles: readWebFiles(WEB_FOLDER),
    renderer: await loadRenderer(RENDERER),
    bindDemo,
    number,
  });
  lifecycle.onClose('web server', app.close);
  const { host } = config;
  // Before anybody is let in: else the first polls would be told what an outage left of their round.
  await app.battle
    .catchUp()
    .catch((err: unknown) => log.warn({ err }, 'rounds get the time of the outage later'));
  const port = await listen(app.http, host, config.port, 'PORT');
  if (app.monitoring !== null && config.metricsPort !== null) {
    const metricsPort = await listen(app.monitoring, host, config.metricsPort, 'METRICS_PORT');
    log.info({ metricsPort }, 'metrics are served on their own port');
  }
  app.start();
  return port;
}

function measureProcess(
  { measure, tell }: Metrics,
  { sui: { network, transport } }: Config,
  sql: Sql,
  isRedisUp: (() => boolean) | undefined,
): void {
  const { version, commit } = VERSION;
  const about = { version, commit: commit ?? 'unknown', network, transport };
  tell('mainz_info', 'Version and chain of this server.', about);
  measure('mainz_pool_connections', 'Database connections.', () => sql.load().connections);
  measure('mainz_pool_busy', 'Database connections that work.', () => sql.load().busy);
  measure('mainz_pool_waiting', 'Statements that wait for one.', () => sql.load().waiting);
  if (isRedisUp) measure('mainz_redis_up', 'Redis answers.', () => Number(isRedisUp()));
}

function openChain(config: Config, metrics: Metrics): Chain {
  const { transport, url, network, apiKey } = config.sui;
  if (url === null) throw new StartError('SUI_URL is not set; it takes the address of a Sui node.');
  return createSuiChain({
    transport,
    url,
    network,
    genesis: config.isDemo ? undefined : GENESIS[network],
    apiKey: apiKey ?? undefined,
    collectionTypes: config.collectionTypes,
    onRequest: metrics.sawChainTry,
  });
}

/** A node that does not answer now is waited for later. */
async function refuseWrongChain({ sui, collectionTypes }: Config, chain: Chain): Promise<void> {
  try {
    await chain.ping();
  } catch (error) {
    if (!(error instanceof WrongNetworkError)) return;
    throw new StartError(
      `SUI_URL: at ${printableUrl(sui.url ?? '')} is ${error.message} as SUI_NETWORK says.`,
    );
  }
  for (const type of collectionTypes) {
    const declared = await chain.struct(type).catch(() => null);
    const why = declared && whyNoObject(type, declared);
    // Everybody would be read to hold no cards.
    if (why !== null) throw new StartError(`COLLECTION_TYPES: ${why}.`);
  }
}

/** Connections that the system takes for us while we are busy. With Node's 511 a proxy counts us as gone in a rush. */
const BACKLOG = 4_096;

async function listen(
  app: HttpServer,
  host: string,
  port: number,
  setting: 'PORT' | 'METRICS_PORT',
): Promise<number> {
  try {
    await app.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    const where = `port ${port} of ${host}`;
    throw new StartError(whyNotListening(error as NodeJS.ErrnoException, where, setting));
  }
  const bound = app.server.address();
  return bound && typeof bound === 'object' ? bound.port : port;
}

function whyNotListening({ code, message }: NodeJS.ErrnoException, where: string, setting: string) {
  if (code === 'EADDRINUSE')
    return `${setting}: ${where} is taken by another program; set another ${setting}.`;
  if (code === 'EACCES')
    return `${setting}: this user may not listen on ${where}; set a ${setting} above 1023.`;
  return `HOST: cannot listen on ${where} (${code ?? message}).`;
}
