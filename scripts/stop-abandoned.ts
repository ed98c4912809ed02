/**
 * Stops the private PostgreSQL that a killed server left, unless another server has it by now. For
 * `npm start`, when it starts none again.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { stopAbandoned } from '#server/db/embedded/server.ts';
import { readConfig } from '#server/start/config.ts';
import { DEMO_DEFAULTS } from '#server/start/demo-mode.ts';

const ENV_FILE = path.resolve(import.meta.dirname, '../.env');

if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
const { databaseUrl, dataDir } = readConfig(process.env, DEMO_DEFAULTS);
if (databaseUrl === null) await stopAbandoned(dataDir);
