/**
 * Whether a call or a socket comes from our own page (I6).
 *
 * Browsers send `Origin` with every POST, PATCH, DELETE and socket upgrade, so a foreign page cannot hide its own. A
 * request without it comes from a program that is not a browser and has no cookie that it was not given. Some browser
 * extension may strip `Origin`; current browsers still send `Sec-Fetch-Site`, which must then say that the page is
 * ours.
 */
import type { IncomingMessage } from 'node:http';
import { ownOrigins } from '#server/start/config.ts';
import type { HttpSettings } from './settings.ts';

/** True when the request may act with the session of the browser it came from. */
export function isOwnOrigin(request: IncomingMessage, settings: HttpSettings): boolean {
  const { origin } = request.headers;
  if (origin === undefined) {
    const site = request.headers['sec-fetch-site'];
    return site === undefined || site === 'same-origin';
  }
  return ourOrigins(request, settings).includes(origin);
}

/**
 * True when a page of another site reads, which cannot see the answer and only uses up what its visitor may read. Not
 * when somebody follows a link there.
 */
export function isForeignRead({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-dest'] !== 'document';
}

/**
 * The one of our origins that the caller's page has, else the one it called, else our first. Never text from the
 * request, because it is signed and linked to.
 */
export function pageOrigin(request: IncomingMessage, settings: HttpSettings): string {
  const ours = ourOrigins(request, settings);
  const { origin, host } = request.headers;
  return ours.find((own) => own === (origin ?? `http://${host}`)) ?? ours[0]!;
}

function ourOrigins(request: IncomingMessage, settings: HttpSettings): string[] {
  // The actual port: with PORT=0 the system chooses it.
  return ownOrigins(settings, request.socket.localPort ?? settings.port);
}
