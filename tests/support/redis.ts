/** A separate Redis for a test, if the machine has one. */
import { inject } from 'vitest';
import { forThisFile } from './for-this-file.ts';
import { type OwnRedis, startOwnRedis } from './own-redis.ts';

export type TestRedis = OwnRedis;

export const HAS_REDIS = inject('redisServer') !== null;

/** @param settings further command line arguments */
export async function startRedis(settings: readonly string[] = []): Promise<TestRedis> {
  const server = inject('redisServer');
  if (server === null) throw new Error('there is no Redis on this machine');
  return startOwnRedis(server, settings);
}

/** One for the tests of a file, which do not run on a machine without one. */
export const redisForThisFile = async (): Promise<TestRedis> =>
  HAS_REDIS ? forThisFile(startRedis()) : (undefined as never);
