/** Vitest's global setup: which Redis the tests start, if there is one (scripts/checks.ts sees to it). */
import type { TestProject } from 'vitest/node';
import { findRedis, type RedisServer } from '../../scripts/redis-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Null where there is none: then tests that need it do not run, and are told by name. */
    redisServer: RedisServer | null;
  }
}

export default function setup(project: TestProject): void {
  project.provide('redisServer', findRedis() ?? null);
}
