/**
 * Computes the list of a frozen round again, and asks a Sui node of your own choice where its cards lie:
 *
 *   npm run verify-round -- <url of the host, or of the round> [--node <url>] [--transport grpc|graphql|jsonrpc]
 *
 * Exit code 0 when everything agrees, 1 when something does not, 2 when it could not be checked.
 */
import { parseArgs } from 'node:util';
import { checkRound, type Evidence } from './check.ts';
import { findRound, VerifyError } from './download.ts';
import type { askHolders, Transport } from './holders.ts';

/** Most faults, and most cards, that are named. */
const MOST_NAMED = 50;
const TRANSPORTS: readonly string[] = ['grpc', 'graphql', 'jsonrpc'] satisfies Transport[];

try {
  process.exitCode = await verify();
} catch (error) {
  console.error(error instanceof VerifyError ? error.message : error);
  process.exitCode = 2;
}

async function verify(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      node: { type: 'string' },
      transport: { type: 'string', default: 'grpc' },
      network: { type: 'string', default: 'mainnet' },
    },
  });
  const [url] = positionals;
  if (url === undefined || !TRANSPORTS.includes(values.transport)) {
    throw new VerifyError('verify-round <url> [--node <url>] [--transport grpc|graphql|jsonrpc]');
  }
  const { base, round } = await findRound(url);
  const { published } = round;
  console.log(`Round ${round.id}: ${published.wallets} wallets, ${published.entries} entries`);
  console.log(`  ${published.counted} of ${published.registrations} registrations count`);
  console.log(`  published root ${published.root}`);
  const { faults, root, held } = await checkRound(base, round);
  console.log(`  computed root  ${root}`);
  name(faults, (fault) => `WRONG  ${fault}`);
  if (values.node === undefined) {
    console.log('No node was named (--node): where the cards lay is taken from the evidence.');
  } else {
    const { transport, network, node } = values;
    await tellHolders({ transport: transport as Transport, network, url: node }, held, published);
  }
  console.log(faults.length === 0 ? 'Everything agrees.' : `${faults.length} wrong.`);
  return faults.length === 0 ? 0 : 1;
}

async function tellHolders(
  node: Parameters<typeof askHolders>[0],
  held: readonly Evidence[],
  published: { readonly firstCheckpoint: number | null; readonly lastCheckpoint: number | null },
): Promise<void> {
  // Only here: the Sui SDK takes a second to load.
  const { askHolders } = await import('./holders.ts');
  const found = await askHolders(node, held).catch((error) => {
    throw new VerifyError(`${node.url} did not tell: ${error.message}`);
  });
  console.log(
    `The list was read between checkpoints ${published.firstCheckpoint} and ${published.lastCheckpoint}; a node tells of now:`,
  );
  console.log(`  ${found.inWallet} cards lie in their wallet`);
  console.log(`  ${found.inKiosk} cards lie in their kiosk; whose it is now was not asked`);
  console.log(`  ${found.elsewhere.length} cards lie elsewhere now; they may have moved since`);
  name(found.elsewhere, ({ card, wallet }) => `    ${card}, then of ${wallet}`);
  console.log(`  ${found.unknown.length} cards are not known to it any more, or never were`);
  name(found.unknown, (card) => `    ${card}`);
}

function name<T>(all: readonly T[], words: (one: T) => string): void {
  for (const one of all.slice(0, MOST_NAMED)) console.log(words(one));
  if (all.length > MOST_NAMED) console.log(`  and ${all.length - MOST_NAMED} more`);
}
