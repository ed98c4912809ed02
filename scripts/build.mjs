// `npm run build`: builds the web app into dist/web; with --if-stale only when its sources changed.
import { CannotGoOn } from './project.mjs';
import { build, ensureBuilt } from './web-build.mjs';

try {
  if (process.argv.includes('--if-stale')) ensureBuilt();
  else build();
} catch (error) {
  if (!(error instanceof CannotGoOn)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
