import { Client, type ClientOptions } from '#demo/client.ts';
import { personaKeypair } from '#demo/keys.ts';

/** Somebody who has signed in; the same name is the same wallet. */
export async function signedIn(
  origin: string,
  name: string,
  more: Partial<ClientOptions> = {},
): Promise<Client> {
  const client = new Client({ origin, signer: personaKeypair(name), ...more });
  await client.signIn();
  return client;
}
