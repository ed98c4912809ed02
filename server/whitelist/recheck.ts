/**
 * Keeps the verdicts of the whitelist true: at once when a wallet's holdings changed, and now and
 * then for everybody (RULINGS W3).
 */
import type { Logger } from 'pino';
import type { Bus } from '#server/ports/bus.ts';
import type { Entries } from './entries.ts';

/** An entry nobody looked at for this long is due, in seconds. */
const DUE_AFTER_SECONDS = 10 * 60;
const LOOK_EVERY_MS = 15_000;
/** Wallets in one round: the chain is read for each, and people who wait come first. */
const AT_MOST = 20;

export interface Recheck {
  start(): void;
  stop(): Promise<void>;
}

export function createRecheck(parts: { entries: Entries; bus: Bus; log: Logger }): Recheck {
  const { entries, bus, log } = parts;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<unknown> | undefined;
  let stopHearing = () => {};
  return {
    start() {
      stopHearing = bus.subscribe('holdings-changed', ({ wallet }) =>
        entries.recheckWallet(wallet),
      );
      timer = setInterval(() => {
        round ??= entries
          .recheckDue(DUE_AFTER_SECONDS, AT_MOST)
          .catch((fault: unknown) => log.warn({ err: fault }, 'checking whitelist entries failed'))
          .finally(() => {
            round = undefined;
          });
      }, LOOK_EVERY_MS).unref();
    },
    async stop() {
      stopHearing();
      clearInterval(timer);
      await round;
    },
  };
}
