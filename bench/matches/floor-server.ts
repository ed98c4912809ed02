/** The floor: the same game and the same messages over `ws` alone, everything in memory. */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Address } from '#rules/address.ts';
import { closeIfDue, type Match, play, startMatch } from '#rules/battle/match.ts';
import { seenByAll } from '#rules/battle/sight.ts';
import { tellFigures } from '../measured-process.ts';

/** A player's message; each is answered with the match or lobby under its number. */
export interface Call {
  readonly number: number;
  readonly open?: string;
  readonly join?: string;
  readonly play?: { readonly match: string; readonly round: number; readonly card: string };
}

interface Seats {
  match: Match;
  readonly player1: WebSocket;
  readonly player2: WebSocket;
  timer: NodeJS.Timeout | undefined;
}

const lobbies = new Map<string, WebSocket>();
const matches = new Map<string, Seats>();
const wallets = new WeakMap<WebSocket, Address>();
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });

server.on('connection', (socket, { url = '/' }) => {
  wallets.set(socket, decodeURIComponent(url.slice(1)) as Address);
  socket.on('message', (data) => answer(socket, JSON.parse(String(data)) as Call));
});
server.on('listening', () => tellFigures((server.address() as AddressInfo).port));

function answer(socket: WebSocket, call: Call): void {
  if (call.open !== undefined) {
    const lobby = randomUUID();
    lobbies.set(lobby, socket);
    socket.send(JSON.stringify({ number: call.number, lobby, name: call.open }));
  } else if (call.join !== undefined) {
    const host = lobbies.get(call.join);
    if (host === undefined) throw new Error('no such lobby');
    lobbies.delete(call.join);
    const id = randomUUID();
    const [player1, player2] = [wallets.get(host)!, wallets.get(socket)!];
    const match = startMatch({ id, player1, player2 }, Date.now());
    const seats: Seats = { match, player1: host, player2: socket, timer: undefined };
    matches.set(id, seats);
    tell(seats, match, socket, call.number);
  } else if (call.play !== undefined) {
    const seats = matches.get(call.play.match);
    if (seats === undefined) throw new Error('no such match');
    const { card: cardName, round } = call.play;
    const wallet = wallets.get(socket)!;
    const after = play(seats.match, wallet, { cardName, round }, Date.now());
    tell(seats, after, socket, call.number);
  }
}

/** Sends both what all may see, as the Colyseus room does; the caller gets it as the answer. */
function tell(seats: Seats, match: Match, caller?: WebSocket, number?: number): void {
  seats.match = match;
  clearTimeout(seats.timer);
  if (match.open === null) matches.delete(match.id);
  else {
    const close = () => tell(seats, closeIfDue(seats.match, Date.now()));
    seats.timer = setTimeout(close, match.open.closesAt - Date.now());
  }
  const seen = seenByAll(match);
  for (const socket of [seats.player1, seats.player2]) {
    socket.send(JSON.stringify(socket === caller ? { number, match: seen } : { match: seen }));
  }
}
