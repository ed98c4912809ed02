import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { createApp } from '#server/app.ts';
import { openCluster } from '#server/cluster/cluster.ts';
import { createBackups } from '#server/db/backups.ts';
import { askTime, countConnections, openDatabase } from '#server/db/open.ts';
import { createMetrics, type Metrics } from '#server/http/metrics.ts';
import { loadRenderer } from '#server/http/prerender.ts';
import type { HttpServer } from '#server/http/server.ts';
import { readWebFiles } from '#server/http/web-files.ts';
import { createJobRunner } from '#server/jobs/background-job.ts';
import { type Config, readConfig, secretsOfConfig } from '#server/start/config.ts';
import {
  DEMO_DEFAULTS,
  DEMO_NOTICE,
  type Demo,
  installationOf,
  startDemo,
} from '#server/start/demo-mode.ts';
import { createLifecycle } from '#server/start/lifecycle.ts';
import { createLog } from '#server/start/log.ts';
import { StartError } from '#server/start/start-error.ts';
import { startupWarnings } from '#server/start/startup-warnings.ts';
import type { Chain } from '#server/sui/chain.ts';
import { createSuiChain } from '#server/sui/sui-chain.ts';

const ENV_FILE = path.resolve(import.meta.dirname, '../.env');

const WEB_FOLDER = path.resolve(import.meta.dirname, '../dist/web');
const RENDERER = path.resolve(import.meta.dirname, '../dist/render/render.js');

const lifecycle = createLifecycle();

try {
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE); // variables that are set already win
  const asked = readConfig(process.env, DEMO_DEFAULTS);
  const log = createLog(asked.logLevel, secretsOfConfig(asked));
  lifecycle.logFaultsTo(log);

  const installation = await installationOf(asked);
  const db = await openDatabase({ ...asked, installation, log, onLost: lifecycle.fail });
  lifecycle.onClose('database', db.close);

  const demo = asked.isDemo ? await startDemo(asked) : undefined;
  if (demo) lifecycle.onClose('stand-in node', demo.close);
  const config = demo?.config ?? asked;

  const metrics = createMetrics(() => countConnections(db.sql));
  const cluster = await openCluster({
    ...config,
    askTime: () => askTime(db.sql),
    log,
    onRedisCommand: metrics.sawRedisCommand,
  });
  lifecycle.onClose('cluster', cluster.close);

  const chain = openChain(config, metrics);
  lifecycle.onClose('chain', chain.close);

  const app = createApp({
    config,
    db,
    chain,
    metrics,
    log,
    ...cluster,
    webFiles: readWebFiles(WEB_FOLDER),
    renderer: await loadRenderer(RENDERER),
    bindDemo: demo?.bind,
  });
  lifecycle.onClose('web server', app.close);
  const port = await listen(app.http, config.host, config.port, 'PORT');
  if (app.monitoring !== null && config.metricsPort !== null) {
    const metricsPort = await listen(
      app.monitoring,
      config.host,
      config.metricsPort,
      'METRICS_PORT',
    );
    log.info({ metricsPort }, 'metrics are served on their own port');
  }
  app.start();
  if (config.backups !== null && db.backUp !== null) {
    const backups = createBackups(db.backUp, config.backups, log);
    metrics.measure('mainz_backup_timestamp_seconds', 'When the newest backup was made.', () => {
      const at = backups.lastAt();
      return at === null ? null : at / 1000;
    });
    const runner = createJobRunner([backups], log);
    lifecycle.onClose('backups', () => {
      backups.stop();
      return runner.stop();
    });
    runner.start();
  }
  // Only now, because a failed start prints one line only.
  for (const sentence of startupWarnings(asked)) log.warn(sentence);
  if (demo) {
    log.warn(DEMO_NOTICE);
    console.log(DEMO_NOTICE);
    startDemoPeople(demo, address(config.host, port), log);
  }
  lifecycle.ready(`The MAINZ is ready at ${address(config.host, port)}`);
} catch (error) {
  lifecycle.fail(error);
}

function openChain(config: Config, metrics: Metrics): Chain {
  const { transport, url, network, apiKey } = config.sui;
  if (url === null) throw new StartError('SUI_URL is not set; it takes the address of a Sui node.');
  return createSuiChain({
    transport,
    url,
    network,
    apiKey: apiKey ?? undefined,
    collectionTypes: config.collectionTypes,
    onRequest: metrics.sawChainTry,
  });
}

/** In the background: pages are served before they exist. */
function startDemoPeople(demo: Demo, origin: string, log: Logger): void {
  const stopping = new AbortController();
  const people = demo.people(origin, log, stopping.signal).catch((err: unknown) => {
    if (!stopping.signal.aborted) log.warn({ err }, 'the demo people stopped');
  });
  lifecycle.onClose('demo people', () => {
    stopping.abort();
    return people;
  });
}

async function listen(
  app: HttpServer,
  host: string,
  port: number,
  setting: 'PORT' | 'METRICS_PORT',
): Promise<number> {
  try {
    await app.listen({ host, port });
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

/** The server's address for a browser on this machine. */
function address(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
