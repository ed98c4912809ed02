import { JsonRpcError, JsonRpcHTTPTransport, SuiJsonRpcClient } from '@mysten/sui/jsonRpc';
import { isValidPersonalMessageSignature } from '@mysten/sui/verify';
import { answeredAmount, answeredCheckpoint } from '#server/sui/calls/checks.ts';
import { kindOfError } from '#server/sui/calls/failures.ts';
import { OBJECT_BATCH } from '#server/sui/chain.ts';
import {
  type AccessOptions,
  coreKioskFields,
  nullIfRefused,
  SMALL_PAGE,
  type SuiAccess,
} from './access.ts';

export function openJsonRpc({ url, network, fetch }: AccessOptions): SuiAccess {
  const transport = new JsonRpcHTTPTransport({ url, fetch });
  const client = new SuiJsonRpcClient({ network, transport });
  return {
    core: client.core,
    pageSize: SMALL_PAGE,
    objectBatch: OBJECT_BATCH,
    kioskFields: coreKioskFields(client.core),
    balance: async (query) => (await client.core.getBalance(query)).balance.balance,
    struct: ({ package: address, module, name }) =>
      nullIfRefused(async () => {
        const asked = { package: address, module, struct: name };
        const { abilities, fields, typeParameters } = await client.getNormalizedMoveStruct(asked);
        return {
          abilities: abilities.abilities.map((one) => one.toLowerCase()),
          fields: fields.map((field) => field.name),
          typeParameters: typeParameters.length,
          definedIn: null,
        };
      }, isNoStruct),
    genesis: () =>
      nullIfRefused(async () => (await client.getCheckpoint({ id: '0' })).digest, isNoCheckpoint),
    checkpoint: async () => answeredCheckpoint(await client.getLatestCheckpointSequenceNumber()),
    checkpointTime: () =>
      nullIfRefused(async () => {
        const id = await client.getLatestCheckpointSequenceNumber();
        const { timestampMs } = await client.getCheckpoint({ id });
        return new Date(Number(answeredAmount(timestampMs)));
      }, isNoCheckpoint),
    // JSON-RPC nodes check zkLogin only; the SDK checks the other schemes itself.
    verifyPersonalMessage: (message, signature, address) =>
      isValidPersonalMessageSignature(message, signature, { client, address }),
  };
}

/** A node that dropped its oldest checkpoints, or has not come to the newest, gives its refusal no code of its own. */
const isNoCheckpoint = (error: unknown): boolean =>
  error instanceof JsonRpcError && kindOfError(error) !== 'rate-limited';

const NO_STRUCT_TEXT = /^No (struct|module|package) was found/i;

/** These nodes give it no code of its own. */
const isNoStruct = (error: unknown): boolean =>
  error instanceof JsonRpcError && NO_STRUCT_TEXT.test(error.message);
