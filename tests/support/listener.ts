/** A client of /ws that records every message. */
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { ServerMessage } from '#contract/live.ts';

export interface ListenerOptions {
  /** The Cookie header; null without a session. */
  readonly cookie?: string | null;
  readonly headers?: Record<string, string>;
}

/** A listener that is closed after the test. */
export async function listen(origin: string, options?: ListenerOptions): Promise<Listener> {
  const listener = await Listener.open(origin, options);
  onTestFinished(() => listener.close());
  return listener;
}

export class Listener {
  readonly told: ServerMessage[] = [];
  readonly socket: WebSocket;
  #wake = Promise.withResolvers<void>();

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('error', () => {});
    socket.on('message', (data) => {
      this.told.push(ServerMessage.parse(JSON.parse(String(data))));
      this.#wake.resolve();
      this.#wake = Promise.withResolvers();
    });
  }

  /** @throws `refused <status>` if the handshake is refused */
  static async open(origin: string, options: ListenerOptions = {}): Promise<Listener> {
    const { cookie = null, headers = { origin } } = options;
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, {
      headers: { ...headers, ...(cookie === null ? {} : { cookie }) },
    });
    const listener = new Listener(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
      socket.once('unexpected-response', (_, response) => {
        reject(new Error(`refused ${response.statusCode}`));
      });
    });
    return listener;
  }

  say(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Waits until the server has handled everything sent so far. */
  async settled(): Promise<void> {
    this.socket.ping();
    await once(this.socket, 'pong');
  }

  /** The first message that matches; also an earlier one. */
  async hears(isIt: (message: ServerMessage) => boolean): Promise<ServerMessage> {
    for (;;) {
      const found = this.told.find(isIt);
      if (found !== undefined) return found;
      await this.#wake.promise;
    }
  }

  async hearsOfMatch(type: 'match-started' | 'match-updated', version: number) {
    const message = await this.hears(
      (one) => one.type === type && 'match' in one && one.match.version >= version,
    );
    if (!('match' in message)) throw new Error('no match in it');
    return message.match;
  }

  async closed(): Promise<number> {
    const [code] = (await once(this.socket, 'close')) as [number];
    return code;
  }

  close(): void {
    this.socket.terminate();
  }
}
