// `npm run build`: builds the web app into dist/web; with --if-stale only when its sources changed.
import { runScript } from './project.mjs';
import { ensureBuilt, rebuild } from './web-build.mjs';

await runScript(() => (process.argv.includes('--if-stale') ? ensureBuilt() : rebuild()));
