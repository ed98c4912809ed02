/** Packages that only one benchmark needs: a folder with its own lock, installed at first use. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Packages = Readonly<
  Record<string, { version?: string; integrity?: string; optional?: boolean }>
>;

const packagesOf = (file: string): Packages => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Runs `npm ci` in `folder` unless this lock file is installed. */
export function installOnDemand(folder: string): void {
  const record = path.join(folder, 'node_modules/.package-lock.json');
  if (existsSync(record)) {
    const installed = packagesOf(record);
    const isThere = Object.entries(packagesOf(path.join(folder, 'package-lock.json'))).every(
      ([name, { integrity, optional }]) =>
        name === '' || optional || installed[name]?.integrity === integrity,
    );
    if (isThere) return;
  }
  console.log(`Installing the packages of ${path.basename(folder)} ...`);
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', options, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ci in ${folder} failed`);
}

export function lockedVersion(folder: string, name: string): string | undefined {
  return packagesOf(path.join(folder, 'package-lock.json'))[`node_modules/${name}`]?.version;
}
