/**
 * Digest of the first checkpoint of each network, by which a node shows which one it is of. Devnet and private networks
 * begin anew now and then.
 */
export const GENESIS: Readonly<Record<string, string>> = {
  mainnet: '4btiuiMPvEENsttpZC7CZ53DruC3MAgfznDbASZ7DR6S',
  testnet: '69WiPg3DAQiwdxfncX6wYQ2siKwAe6L9BZthQea3JNMD',
};

/** The network that begins with this digest, in words. */
export function networkOf(genesis: string): string {
  const known = Object.entries(GENESIS).find(([, digest]) => digest === genesis);
  return known?.[0] ?? 'another network';
}
