/** Players of the Colyseus room, with Colyseus' own browser SDK. Loaded after its packages are installed. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { autoPick } from '../../rules/battle/deck.ts';
import type { Pair, PlayerHooks } from '../matches/contender.ts';
import type { Told } from './battle-room.ts';

// The SDK uses the platform's WebSocket and fetch, if any; ours and these are measured with the same ones.
Object.assign(globalThis, { WebSocket });
const { Client } = await import('@colyseus/sdk');
type Room = import('@colyseus/sdk').Room;

const connections = new Agent({ keepAlive: true });

function fetchFn(
  url: string,
  { method, headers, body }: { method: string; headers: Headers; body: string },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: Object.fromEntries(headers), agent: connections };
    const sent = request(url, options, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
      resolve(
        new Response(Buffer.concat(chunks), {
          status: response.statusCode ?? 0,
          headers: { 'content-type': response.headers['content-type'] ?? '' },
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export function openPairs(port: number, count: number, hooks: PlayerHooks): Pair[] {
  const client = new Client(`ws://127.0.0.1:${port}`, { fetchFn });
  return Array.from({ length: count }, (_, index) => ({
    async play() {
      const one = await client.create('battle', playerNamed(`host ${index}`));
      const host = playOut(one, hooks);
      const two = await client.joinById(one.roomId, playerNamed(`guest ${index}`));
      const [rounds] = await Promise.all([host, playOut(two, hooks)]);
      return rounds;
    },
  }));
}

const playerNamed = (wallet: string) => ({ wallet, name: `Collector ${wallet}` });

/** Plays until the match is over and leaves; returns its rounds. */
function playOut(room: Room, hooks: PlayerHooks): Promise<number> {
  return new Promise((resolve, reject) => {
    let learned = 0;
    let played = 0;
    const shoot = async (round: number) => {
      const ms = hooks.thinkMs();
      if (ms > 0) await sleep(ms);
      hooks.shot(room.roomId, round);
      room.send('play', { card: autoPick(Math.random), round });
    };
    room.onError((code, message) => reject(new Error(`room: ${code} ${message}`)));
    room.onMessage('refused', (reason) => reject(new Error(`room: refused, ${reason}`)));
    room.onMessage<Told>('match', ({ end, currentRound, rounds }) => {
      for (; learned < rounds.length; learned += 1) hooks.learned(room.roomId, learned + 1);
      if (end !== null) {
        resolve(learned);
        void room.leave();
      } else if (currentRound > played) {
        played = currentRound;
        void shoot(currentRound);
      }
    });
  });
}
