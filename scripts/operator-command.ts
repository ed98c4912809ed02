/** Common code of the operator commands: settings and .env as the server reads them. */
import path from 'node:path';
import { type Config, readConfig } from '#server/start/config.ts';
import { DEMO_DEFAULTS } from '#server/start/demo-mode.ts';
import { loadEnvFile } from '#server/start/env-file.ts';
import { StartError } from '#server/start/start-error.ts';

const ENV_FILE = path.resolve(import.meta.dirname, '../.env');

/** Runs a command; an expected failure prints one line and exits with 1. */
export async function runOperatorCommand(work: (config: Config) => Promise<void>): Promise<void> {
  // Who reads may leave early, as in `npm run doctor | head`.
  process.stdout.on('error', () => {});
  try {
    loadEnvFile(ENV_FILE);
    await work(readConfig(process.env, DEMO_DEFAULTS));
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
}

/** Resolves a typed path against the folder where it was typed. */
export function typedPath(given: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), given);
}
