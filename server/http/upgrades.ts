/**
 * Lets WebSockets in after the same checks as calls: rate limit, Origin (I6), session. Messages are handled
 * elsewhere.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { anyoneAsThemselves, type Route } from '#contract/route.ts';
import type { Address } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import { createAdmit, type Gatekeeper } from './admission.ts';
import { answerUnderWay, endConnection } from './connections/connection-end.ts';
import { blockOf, networkOf } from './limits/networks.ts';
import { isOwnOrigin } from './origin.ts';
import { originForm } from './request-target.ts';

const SOCKET_PATH = '/ws';

/** The caller who asks for a socket. */
export interface SocketRequest {
  readonly wallet: Address | null;
  readonly sessionToken: string | null;
  /** IPv4 address, or the network of an IPv6 one. */
  readonly network: string;
  /** The /48 of an IPv6 address. */
  readonly block: string | null;
}

/** Takes accepted sockets over. */
export interface TakesSockets {
  /** False when this caller, or the server, has the maximum number of sockets. */
  hasCapacity(caller: SocketRequest): boolean;
  open(caller: SocketRequest, request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** `Retry-After` for callers with too many sockets. */
const WAIT_SECONDS = 10;

const ROUTE: Pick<Route, 'access' | 'allowance'> = {
  access: anyoneAsThemselves,
  allowance: 'socket',
};

/** RFC 6455, 4.2.1: 16 bytes in base64. */
const KEY = /^[+/0-9A-Za-z]{22}==$/;
const VERSION = '13';

/**
 * Whether a request opens a socket. Any other upgrade request is handled as an ordinary request (RFC 9110, 7.8): also
 * one with a body, or one sent before an earlier request on its connection was answered.
 */
export function isSocketRequest(request: IncomingMessage): boolean {
  const { url = '', headers, method, socket } = request;
  return (
    headers.upgrade?.toLowerCase() === 'websocket' &&
    originForm(url).split('?', 1)[0] === SOCKET_PATH &&
    method === 'GET' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    KEY.test(headers['sec-websocket-key'] ?? '') &&
    headers['sec-websocket-version'] === VERSION &&
    answerUnderWay(socket) === null
  );
}

const TOKEN = /^[ \t]*([\w!#$%&'*+.^`|~-]+)[ \t]*$/;

/** Whether this is a list of subprotocols, each named once. Another one ws would refuse in plain text. */
function areProtocols(header: string): boolean {
  const names = header.split(',').map((part) => TOKEN.exec(part)?.[1]);
  return !names.includes(undefined) && new Set(names).size === names.length;
}

export function bindUpgrades(
  app: FastifyInstance,
  gate: Gatekeeper,
  live: TakesSockets,
  log: Logger,
): void {
  const upgrading = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>();

  /** Node no longer manages this socket: an error ends only it. */
  const dropSocket = (socket: Duplex, err: unknown): void => {
    socket.destroy();
    log.error({ err }, 'a socket could not be opened');
  };

  app.server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    try {
      upgrading.set(request, { socket, head });
      const response = new ServerResponse(request);
      response.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0]);
      // No second request is read from this connection.
      response.shouldKeepAlive = false;
      response.on('finish', () => endConnection(socket));
      app.routing(request, response);
    } catch (err) {
      dropSocket(socket, err);
    }
  });

  const admit = createAdmit(ROUTE, gate);
  app.get(SOCKET_PATH, async (request, reply) => {
    const upgrade = upgrading.get(request.raw);
    if (upgrade === undefined) {
      reply.header('sec-websocket-version', VERSION);
      // For this connection only. nginx would pass it on to a caller in HTTP/2, who must not take such an answer.
      if (request.headers['x-forwarded-for'] === undefined) {
        reply.header('upgrade', 'websocket').header('connection', 'upgrade, close');
      }
      throw new Refusal('upgrade-required');
    }
    if (!areProtocols(request.headers['sec-websocket-protocol'] ?? 'any'))
      throw new Refusal('bad-input', { what: 'Sec-WebSocket-Protocol is no list of names' });
    if (!isOwnOrigin(request.raw, gate.settings)) throw new Refusal('foreign-origin');
    const { wallet, sessionToken, ip } = await admit(request);
    const caller = { wallet, sessionToken, network: networkOf(ip), block: blockOf(ip) };
    if (!live.hasCapacity(caller))
      throw new Refusal('too-many-requests', { seconds: WAIT_SECONDS });
    const { socket, head } = upgrade;
    reply.hijack();
    reply.raw.detachSocket(socket as Parameters<ServerResponse['detachSocket']>[0]);
    try {
      live.open(caller, request.raw, socket, head);
    } catch (err) {
      dropSocket(socket, err);
    }
  });
}
