/**
 * Checks that package-lock.json has every package that its packages ask for, those of other
 * platforms too: npm leaves those out in some installs, and `npm ci` then refuses the lock.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');

type Package = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};
const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Package>;
};

let asked = 0;
for (const [folder, { dependencies, optionalDependencies, devDependencies }] of Object.entries(
  packages,
)) {
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
  asked += names.length;
  for (const name of names) {
    if (isFound(folder, name)) continue;
    console.error(
      `package-lock.json: ${folder || 'the project'} asks for ${name}, which is missing`,
    );
    process.exitCode = 1;
  }
}
console.log(`${asked} dependencies asked for in ${Object.keys(packages).length} packages`);

/** Looks where Node would: beside the package, then further up. */
function isFound(folder: string, name: string): boolean {
  for (let place = folder; ; ) {
    if (packages[place ? `${place}/node_modules/${name}` : `node_modules/${name}`]) return true;
    if (place === '') return false;
    place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')));
  }
}
