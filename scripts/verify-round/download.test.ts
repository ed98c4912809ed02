import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { listening } from '#tests/support/listening.ts';
import { linesOf } from './download.ts';

/** All lines of a file that is told like this. */
async function read(tell: (response: ServerResponse) => Promise<void>, idleMs: number) {
  const server = createServer((_request, response) => void tell(response));
  const port = await listening(server);
  const lines: string[] = [];
  try {
    for await (const line of linesOf(`http://127.0.0.1:${port}/`, idleMs)) lines.push(line);
    return lines;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('A file may take as long as it takes, while something of it comes', async () => {
  const slowly = async (response: ServerResponse) => {
    for (let line = 1; line <= 5; line += 1) {
      response.write(`${line}\n`);
      await sleep(250);
    }
    response.end();
  };
  expect(await read(slowly, 1_000)).toEqual(['1', '2', '3', '4', '5']);
});

it('A file of which nothing comes any more has failed', async () => {
  const begun = async (response: ServerResponse) => void response.write('1\n');
  await expect(read(begun, 50)).rejects.toThrow('nothing came for so long');
});
