import { execFileSync } from 'node:child_process';
import path from 'node:path';

const BUILD = path.join(import.meta.dirname, '../../scripts/build.mjs');

/** Builds the page before browser tests if its sources changed: else they would try an old one. */
export default function ensureBuilt(): void {
  execFileSync(process.execPath, [BUILD, '--if-stale'], { stdio: 'inherit' });
}
