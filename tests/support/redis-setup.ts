/** Vitest's global setup: finds the Redis for tests (scripts/checks.ts provides it). */
import type { TestProject } from 'vitest/node';
import { findRedis, type RedisServer } from '../../scripts/redis-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Null if there is none: tests that need it are reported as not run. */
    redisServer: RedisServer | null;
  }
}

export default function setup(project: TestProject): void {
  project.provide('redisServer', findRedis() ?? null);
}
