/**
 * Whether a write or a socket comes from our own page (I6).
 *
 * Browsers send `Origin` with every POST, PATCH, DELETE and socket upgrade, so a foreign page
 * cannot hide its own. A request without it comes from a program that is no browser (curl, a
 * script, another server); such a program carries no cookie it was not given. One doubt is left,
 * a browser that strips `Origin`: those of today still send `Sec-Fetch-Site`, and then it must say
 * that the page is ours.
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
 * Which of our own origins the caller knows us by: its page's, else the one it called, else our
 * first. Never text from the request: what is signed or linked with it must be ours.
 */
export function pageOrigin(request: IncomingMessage, settings: HttpSettings): string {
  const ours = ourOrigins(request, settings);
  const { origin, host } = request.headers;
  return ours.find((own) => own === (origin ?? `http://${host}`)) ?? ours[0]!;
}

function ourOrigins(request: IncomingMessage, settings: HttpSettings): string[] {
  // The port really listened on: with PORT=0 the system chooses it.
  return ownOrigins(settings, request.socket.localPort ?? settings.port);
}
