import { once } from 'node:events';
import { get, type IncomingMessage, type RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';

/** What is there by a request that `fetch` would not send: another target or Host, or a connection of its own. */
export async function asked(options: RequestOptions) {
  const [answer] = (await once(get({ host: '127.0.0.1', ...options }), 'response')) as [
    IncomingMessage,
  ];
  return { status: answer.statusCode, text: await text(answer) };
}
