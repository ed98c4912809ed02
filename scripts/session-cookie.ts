/**
 * Gives a session cookie of a demo persona, to try the API by hand:
 *
 *   cookie=$(node_modules/.bin/node scripts/session-cookie.ts ace)
 *   curl -b "$cookie" http://127.0.0.1:3000/api/auth/session
 *
 * The persona signs in as everybody does. Use it against demo mode only: anybody can derive these
 * keys. `--at` names another address than http://127.0.0.1:3000.
 */
import { parseArgs } from 'node:util';
import { Client } from '#demo/client.ts';
import { personaKeypair } from '#demo/keys.ts';
import { EVERYONE } from '#demo/personas.ts';

const USAGE = 'Usage: scripts/session-cookie.ts <persona> [--at http://127.0.0.1:3000]';

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { at: { type: 'string', default: 'http://127.0.0.1:3000' } },
  });
  const [name = ''] = positionals;
  const names = EVERYONE.map((persona) => persona.name);
  if (!names.includes(name)) throw new Error(`${USAGE}\nPersonas: ${names.join(', ')}`);

  const client = new Client({ origin: values.at, signer: personaKeypair(name) });
  const { walletAddress } = client;
  await client.call('POST /api/user', { body: { walletAddress } });
  await client.signIn();
  console.log(client.cookie);
  console.error(`${name} is ${walletAddress}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
