/** What a request is aimed at (RFC 9112, 3.2). */
import type { IncomingMessage } from 'node:http';
import { isApiPath } from './known-paths.ts';

const SCHEME_AND_HOST = /^https?:\/\/[^/?]*/i;

/** The path and query of a target that begins with a host, as some proxies send it. The host is not looked at. */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(SCHEME_AND_HOST, '');
  return rest === '' || rest.startsWith('?') ? `/${rest}` : rest;
}

const LONGEST_ESCAPED = 500;

/**
 * The address of a page with an invalid % escape is an unknown page: 404 (pages-2). Fastify's router would answer
 * 400.
 */
export function routable(target: string): string {
  if (!target.includes('%') || isApiPath(target)) return target;
  const path = target.split('?', 1)[0] ?? '';
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    // What is so long is no page, whatever the rest says.
    return path.slice(0, LONGEST_ESCAPED).replaceAll('%', '%25');
  }
}

/** Of two hosts a proxy in front could mean the other one. HTTP/1.0 need not name any. */
export function isForOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
