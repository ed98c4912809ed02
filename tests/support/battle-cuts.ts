/** A TCP proxy to PostgreSQL that can cut the next batch of the battle at a chosen moment. */
import net from 'node:net';
import path from 'node:path';
import { connectByUrl } from '#server/db/open.ts';
import { makeTempFolder } from './temp-folder.ts';

export type Moment = 'before it is sent' | 'half sent' | 'between commit and answer';

export type Use = 'batches' | 'the rest';

const SOCKET = '.s.PGSQL.5432';
/** Only batch connections send this, at the start. */
const MARK = 'plan_cache_mode';

export function createCuts() {
  const folder = makeTempFolder('cuts');
  let armed: Moment | undefined;
  let isCommitArmed = false;
  let cutUse: Use | null = null;
  let count = 0;
  let target = '';
  const sockets = new Set<net.Socket>();
  const waiting = new Set<() => void>();

  const proxy = net.createServer((client) => {
    const server = net.connect(path.join(target, SOCKET));
    let isForBatches = false;
    let isDeaf = false;
    const cut = () => {
      count += 1;
      waiting.delete(cut);
      client.destroy();
      server.destroy();
    };
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.end();
      });
    }
    client.on('data', (data) => {
      const moment = isForBatches ? armed : undefined;
      isForBatches ||= data.includes(MARK);
      if (isForBatches) waiting.add(cut);
      if (cutUse === (isForBatches ? 'batches' : 'the rest')) return cut();
      if (moment !== undefined) armed = undefined;
      if (isCommitArmed && !isForBatches && data.includes('COMMIT')) {
        isCommitArmed = false;
        isDeaf = true;
      }
      if (moment === 'before it is sent') return cut();
      if (moment === 'half sent') return server.write(data.subarray(0, data.length / 2), cut);
      isDeaf ||= moment === 'between commit and answer';
      return server.write(data);
    });
    // The server answers a statement after its commit.
    server.on('data', (data) => {
      waiting.delete(cut);
      if (isDeaf) cut();
      else client.write(data);
    });
  });

  return {
    next(moment: Moment) {
      armed = moment;
    },
    /** Cuts the next transaction that is not a batch between its commit and the answer. */
    nextTransaction() {
      isCommitArmed = true;
    },
    /** From now on cuts each connection that is used, for batches or for the rest; null: not any more. */
    all(which: Use | null) {
      cutUse = which;
    },
    /** Cuts the batches that wait for their answer. */
    cutWaiting() {
      for (const cut of waiting) cut();
    },
    count: () => count,
    async connect(url: string) {
      const through = new URL(url);
      target = through.searchParams.get('host') ?? '';
      through.searchParams.set('host', folder);
      await new Promise<void>((resolve) => proxy.listen(path.join(folder, SOCKET), resolve));
      return connectByUrl(through.href);
    },
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
