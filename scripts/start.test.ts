/** `npm start` as npm runs it, in a small project of its own: its Vite takes a while, its server says that it runs. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '#server/jobs/free-port.ts';
import { outputOf } from '#tests/support/output.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
// Scripts that run on any Node have no types.
const { BRINGS_NODE, hashOf, NODE } = await import(path.join(import.meta.dirname, 'project.mjs'));
const FILES = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'];
const VITE = 'node_modules/vite/bin/vite.js';
const SLOW_VITE = `
  const out = require('node:path').join('web', process.argv.at(-1));
  require('node:fs').mkdirSync(out, { recursive: true });
  for (const file of ['index.html', 'render.js']) require('node:fs').writeFileSync(out + '/' + file, '');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);`;

let folder: string;
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function createProject(name: string): string {
  folder = makeTempFolder('start');
  const project = path.join(folder, name);
  for (const inside of ['scripts', 'server', 'node_modules/vite/bin'])
    mkdirSync(path.join(project, inside), { recursive: true });
  for (const file of readdirSync(import.meta.dirname).filter((it) => it.endsWith('.mjs')))
    cpSync(path.join(import.meta.dirname, file), path.join(project, 'scripts', file));
  for (const file of FILES) cpSync(path.join(ROOT, file), path.join(project, file));
  for (const one of readdirSync(path.join(ROOT, 'node_modules')).filter((it) => /^node-/.test(it)))
    symlinkSync(path.join(ROOT, 'node_modules', one), path.join(project, 'node_modules', one));
  writeFileSync(path.join(project, VITE), SLOW_VITE);
  writeFileSync(path.join(project, 'server/main.ts'), `console.log('serving');`);
  return project;
}

const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

/** @param command what the shell of npm runs; not alone, or some shells replace themselves by it */
function start(project: string, command: string = scripts.start) {
  // Not its path, which may contain any quotes.
  const program = command.replace('node', '"$OUR_NODE"');
  const env = { ...process.env, OUR_NODE: process.execPath };
  // In a group of its own, as a terminal makes one, for a Ctrl-C.
  const shell = spawn('/bin/sh', ['-c', `${program}; true`], { cwd: project, env, detached: true });
  return { shell, output: outputOf(shell), ended: once(shell, 'close') };
}

describe.skipIf(process.platform === 'win32')('npm start', () => {
  it('builds, then runs the server', async () => {
    const { output, ended } = start(createProject("Ann's cards"));
    await ended;
    expect(output()).toBe('Building the web app ...\nserving\n');
  });

  it('builds the page of production, whatever NODE_ENV says', async () => {
    const project = createProject('plain');
    writeFileSync(path.join(project, VITE), `${SLOW_VITE}; console.error(process.env.NODE_ENV);`);
    const { output, ended } = start(project, `NODE_ENV=development ${scripts.start}`);
    await ended;
    expect(output()).toBe('Building the web app ...\nproduction\nproduction\nserving\n');
  });

  it('builds once for two servers that are started at the same time, and runs both', async () => {
    const project = createProject('plain');
    const both = [start(project), start(project)];
    await Promise.all(both.map(({ ended }) => ended));
    const outputs = both.map(({ output }) => output()).join('');
    expect(outputs.match(/Building/g)).toHaveLength(1);
    expect(outputs.match(/serving/g)).toHaveLength(2);
  });

  it.each([
    ['has been killed', () => spawnSync('true').pid, 0],
    ['was killed long ago, and its id is another process now', () => process.pid, 3_600],
    ['was killed, and the clock was set back since', () => process.pid, -3_600],
  ])('goes on when whoever was building here %s', async (_, pid, secondsAgo) => {
    const project = createProject('plain');
    const lock = path.join(project, '.preparing');
    writeFileSync(lock, String(pid()));
    const then = Date.now() / 1_000 - secondsAgo;
    utimesSync(lock, then, then);
    const { output, ended } = start(project);
    await ended;
    expect(output()).toBe('Building the web app ...\nserving\n');
  });

  it('keeps the page of an earlier version when another one cannot be built', async () => {
    const project = createProject('plain');
    const kept = {
      'dist/web/index.html': 'page',
      'dist/render/render.js': 'renderer',
      'dist/web-built-from': 'earlier sources',
    };
    for (const [file, text] of Object.entries(kept)) {
      mkdirSync(path.join(project, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(project, file), text);
    }
    writeFileSync(path.join(project, VITE), `${SLOW_VITE}; process.exit(1);`);
    const { output, ended } = start(project);
    await ended;
    expect(output()).toBe('Building the web app ...\nBuilding the web app failed.\n');
    for (const [file, text] of Object.entries(kept)) {
      expect(readFileSync(path.join(project, file), 'utf8')).toBe(text);
    }
  });

  it('starts no server when npm was ended while it built', async () => {
    const { shell, output, ended } = start(createProject('plain'));
    await once(shell.stdout, 'data');
    shell.kill('SIGTERM');
    await ended;
    expect(output()).toBe('Building the web app ...\nnpm was ended: the server is not started.\n');
  });

  it('starts no server when npm and its shell were ended before its program began', async () => {
    const { pid } = spawnSync('true');
    const { output, ended } = start(createProject('plain'), scripts.start.replace('$PPID', pid));
    await ended;
    expect(output()).toContain('npm was ended: the server is not started.\n');
  });

  it.each<[string, (shell: ChildProcess, program: number) => void]>([
    ['npm is ended', (shell) => shell.kill()],
    ['its terminal is closed', (_, program) => process.kill(program, 'SIGHUP')],
  ])('as `npm run dev` leaves nothing running when %s', async (_, end) => {
    const project = createProject('plain');
    const server = `import { createServer } from 'node:http';
      process.loadEnvFile();
      createServer((_, answer) => answer.end()).listen(process.env.PORT);`;
    writeFileSync(path.join(project, 'server/main.ts'), server);
    const vite = `${SLOW_VITE}; if (!process.argv.includes('build')) setInterval(() => {}, 1_000);`;
    writeFileSync(path.join(project, VITE), vite);
    writeFileSync(path.join(project, '.env'), `PORT=${await freePort()}`);
    const dev = `unset PORT; sh -c 'echo $$; exec ${scripts.dev.replace('$PPID', '$0')}' $PPID`;
    const { shell, output, ended } = start(project, dev);
    while (!output().includes('hot reload')) await once(shell.stdout, 'data');
    end(shell, Number.parseInt(output(), 10));
    await ended;
  });

  it('installs what the lock file names with any Node, whatever npm is told of both', async () => {
    const project = createProject('plain');
    writeFileSync(
      path.join(project, 'node_modules/.the-mainz-lock'),
      'of-an-earlier-version run\n',
    );
    rmSync(path.join(project, 'node_modules/.package-lock.json'));
    const npm = path.join(folder, 'npm-cli.js');
    writeFileSync(npm, `console.log(process.argv.slice(2).join(' '))`);
    const { output, ended } = start(project, `npm_execpath='${npm}' ${scripts.start}`);
    await ended;
    expect(output()).toMatch(/^install .*--package-lock( |$)/m);
    expect(output()).toMatch(/^install .*--no-engine-strict( |$)/m);
  });

  it('ends npm with it at a Ctrl-C, which npm alone would survive for a while', async () => {
    const project = createProject('plain');
    rmSync(path.join(project, 'node_modules/.package-lock.json'));
    const npm = path.join(folder, 'npm-cli.js');
    const stubborn = `process.on('SIGINT', () => {}); console.log('npm runs'); setInterval(() => {}, 1_000);`;
    writeFileSync(npm, stubborn);
    const { shell, output, ended } = start(project, `npm_execpath='${npm}' ${scripts.start}`);
    while (!output().includes('npm runs')) await once(shell.stdout, 'data');
    process.kill(-shell.pid!, 'SIGINT');
    await ended;
    expect(output()).toBe('Installing packages ...\nnpm runs\n');
  });

  it.runIf(BRINGS_NODE).each([
    ['is none for this system', 0o755, 'ENOENT'],
    ['may not be run', 0o644, 'EACCES'],
  ])('says in one line that the Node of the packages %s', async (_, mode, code) => {
    const project = createProject('plain');
    const node = path.join(project, path.relative(ROOT, NODE));
    rmSync(path.join(node, '../..')); // a link to ours
    mkdirSync(path.dirname(node), { recursive: true });
    writeFileSync(node, '#!/no-such-loader', { mode });
    const words = `${node} does not run (${code}): it needs a Linux with glibc 2.28 or newer, so not Alpine, and a disk that is not mounted noexec.\n`;
    const marker = `${hashOf(['package-lock.json'])} run\n`;
    writeFileSync(path.join(project, 'node_modules/.the-mainz-lock'), marker);
    mkdirSync(path.join(project, 'node_modules/.bin'));
    symlinkSync(node, path.join(project, 'node_modules/.bin/node'));
    for (const command of [scripts.start, scripts.doctor]) {
      const { output, ended } = start(project, command);
      await ended;
      expect(output()).toBe(words);
    }
  });

  describe('without the registry', () => {
    const MARKER = 'node_modules/.the-mainz-lock';
    const startOffline = (project: string) =>
      start(project, `npm_config_offline=true npm_config_cache='${folder}/cache' ${scripts.start}`);

    it('keeps what an earlier version has installed', async () => {
      const project = createProject('plain');
      rmSync(path.join(project, 'node_modules/.package-lock.json'));
      writeFileSync(path.join(project, MARKER), 'of-an-earlier-version run\n');
      const { output, ended } = startOffline(project);
      await ended;
      expect(output()).toContain('Installing packages failed (npm: exit code 1).\n');
      expect(readFileSync(path.join(project, VITE), 'utf8')).toBe(SLOW_VITE);
      expect(readFileSync(path.join(project, MARKER), 'utf8')).toMatch(/^of-an-earlier-version/);
    });

    it('takes no installation for finished that was killed in the middle', async () => {
      const project = createProject('plain');
      writeFileSync(path.join(project, MARKER), '');
      const { output, ended } = startOffline(project);
      await ended;
      expect(output()).toContain('Installing packages failed (npm: exit code 1).\n');
    });
  });

  it('says in one line that the disk became full while it built', async () => {
    const project = createProject('plain');
    const trace =
      'Failed to write file\\n\\nCaused by:\\n  No space left on device (os error 28)\\n  at build';
    writeFileSync(path.join(project, VITE), `console.error('${trace}'); process.exit(1);`);
    const { output, ended } = start(project);
    await ended;
    expect(output()).toBe(
      `Building the web app ...\n${project}/dist/building cannot be written (ENOSPC): run this as its owner, or make room.\n`,
    );
  });

  const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;
  it.runIf(canMount)('says in one line that the disk of the built page is read-only', async () => {
    const project = createProject('plain');
    mkdirSync(path.join(project, 'dist'));
    const mount = 'mount --bind dist dist && mount -o remount,ro,bind dist';
    const { output, ended } = start(project, `unshare -rm sh -c '${mount} && ${scripts.start}'`);
    await ended;
    expect(output()).toBe(
      `Building the web app ...\n${project}/dist/building cannot be written (EROFS): run this as its owner, or make room.\n`,
    );
  });

  it.runIf(canMount)('says what to do when npm may not write its cache', async () => {
    const project = createProject('plain');
    rmSync(path.join(project, 'node_modules/.package-lock.json'));
    const home = path.join(folder, 'home');
    const npm = path.join(folder, 'npm-cli.js');
    mkdirSync(home);
    writeFileSync(npm, 'process.exit(1)');
    const mount = `mount --bind '${home}' '${home}' && mount -o remount,ro,bind '${home}'`;
    const asNpm = `npm_execpath='${npm}' npm_config_cache='${home}/.npm' ${scripts.start}`;
    const { output, ended } = start(project, `unshare -rm sh -c "${mount} && ${asNpm}"`);
    await ended;
    expect(output()).toContain(
      `npm may not write ${home}/.npm: set npm_config_cache to a folder that can be written.\n`,
    );
  });

  it('says in one line that Vite builds nothing below a folder of such a name', async () => {
    const project = createProject('cards #1');
    const { output, ended } = start(project);
    await ended;
    expect(output()).toBe(
      `The web app cannot be built in ${project}: move this folder to a path without " # and ?.\n`,
    );
  });
});
