/** The arguments of `createApp` for tests, and what opens the server. */
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { canonicalAddress } from '#rules/address.ts';
import type { App } from '#server/app.ts';
import { createEventBus } from '#server/cluster/event-bus.ts';
import type { Sql } from '#server/db/sql.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { type Config, readConfig } from '#server/start/config.ts';
import { DEMO_DEFAULTS } from '#server/start/demo-mode.ts';

/** A configuration without the environment; the trusted proxy lets a test use any client address. */
function testConfig(changed: Partial<Config> = {}): Config {
  return {
    ...readConfig({}, DEMO_DEFAULTS),
    adminWallet: canonicalAddress('0xad')!,
    hasServiceWorker: false,
    port: 0,
    trustProxy: '127.0.0.1',
    rateLimitFactor: 1000,
    sui: { network: 'localnet', transport: 'grpc', url: null, apiKey: null },
    ...changed,
  };
}

export function testAppParts(sql: Sql, changed: Partial<Config> = {}) {
  const log = pino({ level: changed.logLevel ?? 'error' }, pino.destination(2));
  return {
    config: testConfig(changed),
    sql,
    bus: createEventBus((err, event) => log.error({ err, event }, 'a listener failed')),
    log,
    metrics: createMetrics(),
    webFiles: new Map(),
    checksAnswers: true,
  };
}

/** @param wanted without it any free port */
export async function listenOn({ http }: Pick<App, 'http'>, wanted = 0) {
  await http.listen({ host: '127.0.0.1', port: wanted });
  const { port } = http.server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}` };
}
