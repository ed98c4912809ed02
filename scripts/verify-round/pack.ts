/**
 * Packs `verify-round` as a package of its own, one file that needs nothing but Node, for whoever wants to check a list
 * without the whole project:
 *
 *   npm run pack-verify-round            # the-mainz-verify-round-<version>.tgz, in this folder
 *   npx ./the-mainz-verify-round-<version>.tgz https://host
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import project from '../../package.json' with { type: 'json' };
import { typedPath } from '../operator-command.ts';

const FILE = 'verify-round.mjs';
const NAME = `${project.name}-verify-round`;

const destination = typedPath(process.argv[2] ?? '.');
const folder = mkdtempSync(path.join(tmpdir(), 'the-mainz-verify-'));
try {
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: path.join(import.meta.dirname, 'main.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: {
        output: { entryFileNames: FILE, codeSplitting: false, banner: '#!/usr/bin/env node' },
      },
    },
  });
  chmodSync(path.join(folder, FILE), 0o755);
  const manifest = {
    name: NAME,
    version: project.version,
    description: 'Computes the list of a frozen whitelist round again and names what differs.',
    license: project.license,
    type: 'module',
    engines: { node: '>=20' },
    bin: { 'verify-round': FILE },
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', destination], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
  console.log(path.join(destination, `${NAME}-${project.version}.tgz`));
} finally {
  rmSync(folder, { recursive: true });
}
