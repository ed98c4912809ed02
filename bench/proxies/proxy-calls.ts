/** Calls to a proxy that the client of the product cannot make. */
import { once } from 'node:events';
import { request } from 'node:https';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import type { Fighter } from '#tests/support/battle-product.ts';
import { Listener } from '#tests/support/listener.ts';

export function syncOf({ wallet }: Fighter) {
  return { params: { address: wallet } };
}

export function listen(origin: string, { client }: Fighter): Promise<Listener> {
  return Listener.open(origin, { cookie: client.cookie });
}

/** Status of a sync from this loopback address. */
export function statusFrom(origin: string, { wallet }: Fighter, from: string, told: string) {
  return new Promise<number>((resolve, reject) => {
    const options = {
      method: 'POST',
      localAddress: from,
      family: 4,
      agent: false as const,
      headers: { 'x-forwarded-for': told, 'content-length': '0' },
    };
    request(`${origin}/api/nfts/sync/${wallet}`, options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

/** A connection from this loopback address that says nothing. */
export function openLine(origin: string, from: string) {
  const { hostname, port } = new URL(origin);
  const line = net.connect({ port: Number(port), host: '127.0.0.1', localAddress: from });
  const socket = tls.connect({ socket: line, servername: hostname });
  let isRefused = false;
  let answer = '';
  socket
    .on('error', () => {})
    .once('data', (bytes) => {
      answer = bytes.toString('latin1');
      // The servers have a limit of what begins at once, and words of their own.
      isRefused = answer.startsWith('HTTP/1.1 429') && !answer.includes('{"error":');
    })
    .once('close', () => {
      isRefused ||= answer === '';
    });
  return { socket, isRefused: () => isRefused, end: () => void socket.destroy() };
}

/** A call from this loopback address whose body never comes. */
export function beginCall(origin: string, from: string) {
  const line = openLine(origin, from);
  const head = [
    'POST /api/auth/nonce HTTP/1.1',
    `Host: ${new URL(origin).host}`,
    `Origin: ${origin}`,
  ];
  head.push('Content-Type: application/json', 'Content-Length: 100');
  line.socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return line;
}

/** Sends a name in HTTP/1.1, and hangs up half a second later. */
export async function giveUpName(origin: string, { wallet, client }: Fighter, name: string) {
  const body = JSON.stringify({ displayName: name });
  const call = request(`${origin}/api/users/${wallet}/profile`, {
    method: 'PATCH',
    agent: false,
    headers: {
      origin,
      cookie: client.cookie ?? '',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  call.on('error', () => {}).end(body);
  await sleep(500);
  call.destroy();
}

/** A call whose body has chunks of no size, and the answer to it awaited. */
export async function sendUnreadableBody(origin: string): Promise<void> {
  const { host, hostname, port } = new URL(origin);
  const socket = tls.connect({ port: Number(port), host: '127.0.0.1', servername: hostname });
  await once(socket, 'secureConnect');
  const head = ['POST /api/auth/nonce HTTP/1.1', `Host: ${host}`, `Origin: ${origin}`];
  head.push('Content-Type: application/json', 'Transfer-Encoding: chunked');
  socket.write(`${head.join('\r\n')}\r\n\r\n-1\r\n{}\r\n0\r\n\r\n`);
  await once(socket, 'data');
  socket.destroy();
}

export async function countCalls(url: string): Promise<number> {
  const text = await (await fetch(url)).text();
  const lines = text.matchAll(/^mainz_http_request_seconds_count\{.*route="\/api.*\} (\d+)$/gm);
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}
