/** A reverse proxy process with its configuration of `deploy/` on free ports. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listens } from '../two-servers.ts';

export const PROXIES = ['nginx', 'haproxy', 'caddy'] as const;
export type ProxyKind = (typeof PROXIES)[number];

const PROGRAMS: Readonly<Record<ProxyKind, readonly string[]>> = {
  nginx: ['/usr/sbin/nginx', '/usr/bin/nginx'],
  haproxy: ['/usr/sbin/haproxy', '/usr/bin/haproxy'],
  caddy: ['/usr/bin/caddy', '/usr/local/bin/caddy'],
};
const FILES = { nginx: 'nginx.conf', haproxy: 'haproxy.cfg', caddy: 'Caddyfile' } as const;

const programOf = (kind: ProxyKind) => PROGRAMS[kind].find((program) => existsSync(program));

export const isInstalled = (kind: ProxyKind): boolean => programOf(kind) !== undefined;

/** A self-signed certificate for localhost, in a folder with the names used by the configurations. */
export function createCertificate(): { folder: string; text: string; remove(): void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mainz-proxy-'));
  const [key, chain] = [path.join(folder, 'privkey.pem'), path.join(folder, 'fullchain.pem')];
  execFileSync(
    'openssl',
    [
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'.split(' '),
      ...'-days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'.split(' '),
      '-keyout',
      key,
      '-out',
      chain,
    ],
    { stdio: 'ignore' },
  );
  const text = readFileSync(chain, 'utf8');
  writeFileSync(path.join(folder, 'both.pem'), text + readFileSync(key, 'utf8'), { mode: 0o600 });
  return { folder, text, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

interface ProxyPlace {
  readonly folder: string;
  /** Its port on 127.0.0.1. */
  readonly port: number;
  readonly ports: readonly number[];
}

export async function startProxy(kind: ProxyKind, place: ProxyPlace) {
  const program = programOf(kind);
  if (program === undefined) throw new Error(`${kind} is not installed`);
  const { folder, port } = place;
  const file = path.join(folder, FILES[kind]);
  writeFileSync(file, configurationOf(kind, place));
  const args = {
    nginx: ['-p', folder, '-e', 'stderr', '-c', file, '-g', nginxGlobals(folder)],
    haproxy: ['-db', '-f', file],
    caddy: ['run', '--config', file, '--adapter', 'caddyfile'],
  }[kind];
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4_000);
    });
  }
  process.once('exit', () => child.kill());
  const failed = once(child, 'exit').then(() => {
    throw new Error(`${kind} ended:\n${output}`);
  });
  await Promise.race([listens(port), failed]);
  failed.catch(() => {});
  return {
    logs: () => output,
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** The file that operators copy, with its sample names replaced; each must occur. */
function configurationOf(kind: ProxyKind, { folder, port, ports }: ProxyPlace): string {
  const text = readFileSync(path.join(import.meta.dirname, '../../deploy', FILES[kind]), 'utf8');
  const swaps: readonly [string, string][] = [
    ['127.0.0.1:3001', `127.0.0.1:${ports[0]}`],
    ['127.0.0.1:3002', `127.0.0.1:${ports[1]}`],
    ['/etc/ssl/cards.example', folder],
    ...((
      {
        nginx: [
          ['listen 443', `listen 127.0.0.1:${port}`],
          ['listen [::]:443', `listen [::1]:${port}`],
          ['server_name cards.example', 'server_name localhost'],
          ['http {\n', `http {\n${nginxFolders(folder)}`],
        ],
        haproxy: [
          ['bind :443', `bind 127.0.0.1:${port}`],
          ['bind :::443', `bind [::1]:${port}`],
        ],
        caddy: [['https://cards.example {', `https://localhost:${port} {\n\tbind 127.0.0.1`]],
      } satisfies Record<ProxyKind, [string, string][]>
    )[kind] as [string, string][]),
  ];
  const changed = swaps.reduce((so, [from, to]) => {
    if (!so.includes(from)) throw new Error(`deploy/${FILES[kind]} has no ${from}`);
    return so.replaceAll(from, to);
  }, text);
  return kind === 'caddy'
    ? `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${changed}`
    : changed;
}

function nginxGlobals(folder: string): string {
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  return `daemon off; ${user}pid ${folder}/nginx.pid;`;
}

/** Its built-in paths belong to the system. */
function nginxFolders(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const lines = kinds.map((kind) => `  ${kind}_temp_path ${folder}/${kind};\n`);
  return `  access_log off;\n${lines.join('')}`;
}
