/**
 * Weighs the JavaScript that must be there before the home page can be used: the entry, the home
 * page, and all they load with them. Fails over the limit.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const WEB = path.resolve(import.meta.dirname, '../dist/web');
const LIMIT = 109_000;
const FIRST = ['index.html', 'pages/HomePage.tsx'];

type Manifest = Record<string, { file: string; imports?: string[] }>;
const manifest = JSON.parse(
  readFileSync(path.join(WEB, '.vite/manifest.json'), 'utf8'),
) as Manifest;

const files = new Set<string>();
for (const name of FIRST) collect(name);

let bytes = 0;
for (const file of files) bytes += gzipSync(readFileSync(path.join(WEB, file))).length;
const left = LIMIT - bytes;
console.log(
  `first page: ${bytes} bytes of JavaScript (gzip) in ${files.size} files, ${left < 0 ? `${-left} too many` : `${left} left`}`,
);
if (left < 0) process.exitCode = 1;

function collect(name: string): void {
  const chunk = manifest[name];
  if (!chunk)
    throw new Error(`the build has no ${name}: is it still what the home page loads first?`);
  if (!chunk.file.endsWith('.js') || files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(imported);
}
