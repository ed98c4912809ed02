import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519';
import { sha256 } from '@noble/hashes/sha2.js';

/** The key of a persona. Anybody can derive it: never use it outside the demo. */
export function personaKeypair(name: string): Ed25519Keypair {
  const secret = sha256(new TextEncoder().encode(`the-mainz demo ${name}`));
  // The validation signs once and verifies that: four fifths of the time, for every persona at each start.
  return Ed25519Keypair.fromSecretKey(secret, { skipValidation: true });
}

const addresses = new Map<string, string>();

export function personaAddress(name: string): string {
  let address = addresses.get(name);
  if (address === undefined) {
    address = personaKeypair(name).toSuiAddress();
    addresses.set(name, address);
  }
  return address;
}
