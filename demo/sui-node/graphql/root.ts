import type { Client, NodeContext } from '../front.ts';
import type { Json } from '../ledger/layouts.ts';
import { findIndexed } from '../transactions/execute.ts';
import { checkSignature } from '../transactions/signatures.ts';
import { addressSource, nullable, objectSource, typeArgument } from './objects.ts';
import { addressArgument, badInput } from './pages.ts';
import { epochSource, execute, readBase64, simulate, transactionSource } from './transactions.ts';

/** The fields of Query and Mutation that this node provides. */
export function rootSource(context: NodeContext): object {
  const { ledger, limits } = context;
  const findTransaction = (digest: string) =>
    findIndexed(ledger, digest, context.indexLagMs('graphql'));
  return {
    chainIdentifier: ledger.chainIdentifier,
    epoch: () => epochSource(context),
    checkpoint: ({ sequenceNumber }: { sequenceNumber?: number | null }) => {
      if (sequenceNumber == null) {
        const timestamp = new Date(ledger.now()).toISOString();
        return { sequenceNumber: Number(ledger.checkpoint), timestamp };
      }
      if (sequenceNumber !== 0) throw badInput('Only the genesis checkpoint is kept');
      return { sequenceNumber, digest: ledger.chainIdentifier };
    },
    address: ({ address, name }: { address?: string | null; name?: string | null }) => {
      if (address != null) return addressSource(context, addressArgument(address));
      return nullable(ledger.addressOf(name ?? ''), (target) => addressSource(context, target));
    },
    // The ledger has no packages: every one has the structs that were defined under its address.
    package: ({ address }: { address: string }) => ({
      typeOrigins: () => ledger.layouts.originsOf(addressArgument(address)),
      module: ({ name: module }: { name: string }) => ({
        struct: ({ name }: { name: string }) => {
          const declared = ledger.layouts.declared(typeArgument(`${address}::${module}::${name}`));
          return nullable(declared, ({ abilities, fields, typeParameters }) => ({
            abilities: abilities.map((one) => one.toUpperCase()),
            fields: Object.keys(fields).map((field) => ({ name: field })),
            typeParameters: Array.from({ length: typeParameters }, () => ({ isPhantom: false })),
          }));
        },
      }),
    }),
    multiGetObjects: ({ keys }: { keys: { address: string; version?: number | null }[] }) => {
      if (keys.length > limits.graphqlMaxMultiGet) {
        throw badInput(`Too many keys: ${keys.length} > ${limits.graphqlMaxMultiGet}`);
      }
      return keys.map(({ address, version }) => findObject(context, address, version));
    },
    coinMetadata: ({ coinType }: { coinType: string }) => {
      const metadata = ledger.coinMetadata.get(typeArgument(coinType));
      return nullable(metadata, ({ id, ...rest }) => ({ address: id, ...rest }));
    },
    transaction: ({ digest }: { digest: string }) =>
      nullable(findTransaction(digest), (executed) =>
        transactionSource(context, executed, executed),
      ),
    simulateTransaction: (options: { transaction: Json }, client: Client) =>
      simulate(context, options, client),
    executeTransaction: (options: { transactionDataBcs: string; signatures: string[] }) =>
      execute(context, options),
    verifySignature: (options: { message: string } & VerifyArguments) =>
      verifySignature(context, options),
  };
}

interface VerifyArguments {
  readonly signature: string;
  readonly intentScope: string;
  readonly author: string;
}

async function verifySignature(
  { ledger }: NodeContext,
  { message, signature, intentScope, author }: { message: string } & VerifyArguments,
): Promise<object> {
  if (intentScope !== 'PERSONAL_MESSAGE') throw badInput('Only personal messages are verified');
  const address = addressArgument(author);
  const bytes = readBase64(message);
  const { isValid } = await checkSignature(ledger, 'PersonalMessage', bytes, signature, address);
  return { success: isValid };
}

function findObject(
  context: NodeContext,
  address: string,
  version: number | null | undefined,
): object | null {
  const object = context.ledger.store.get(addressArgument(address));
  if (object === undefined || BigInt(version ?? object.version) !== object.version) return null;
  return objectSource(context, object);
}
