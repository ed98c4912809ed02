import { bcs } from '@mysten/sui/bcs';
import { GrpcTypes, RpcError, SuiGrpcClient } from '@mysten/sui/grpc';
import { fromBase64, toBase64 } from '@mysten/sui/utils';
import { answeredCheckpoint, answeredId } from '#server/sui/calls/checks.ts';
import { OBJECT_BATCH } from '#server/sui/chain.ts';
import { type DisplaySource, readDisplay } from '#server/sui/read/display.ts';
import {
  type AccessOptions,
  falseIfRefused,
  type KioskField,
  nullIfRefused,
  OLDER_WALLETS,
  type SuiAccess,
} from './access.ts';

const PAGE = 1_000;

/** Fields and the placed objects' displays in one pass, instead of an object lookup for each 50 items. */
const KIOSK_FIELD_MASK = ['name', 'value_type', 'kind', 'child_object.display'];

export function openGrpc({ url, network, fetch }: AccessOptions): SuiAccess {
  const client = new SuiGrpcClient({
    network,
    baseUrl: url,
    format: 'binary',
    fetch,
    meta: OLDER_WALLETS,
  });
  return {
    core: client.core,
    pageSize: PAGE,
    objectBatch: OBJECT_BATCH,
    async kioskFields({ kioskId, cursor, limit, withFields }) {
      const more = withFields ? ['child_object.json'] : [];
      const { response } = await client.stateService.listDynamicFields({
        parent: kioskId,
        pageSize: limit,
        ...(cursor !== null && { pageToken: fromBase64(cursor) }),
        readMask: { paths: [...KIOSK_FIELD_MASK, ...more] },
      });
      const { nextPageToken } = response;
      return {
        items: response.dynamicFields.flatMap(grpcKioskField),
        cursor: nextPageToken === undefined ? null : toBase64(nextPageToken),
        hasNextPage: nextPageToken !== undefined,
      };
    },
    async balance(query) {
      const { balance } = (await client.stateService.getBalance(query)).response;
      return balance?.balance?.toString();
    },
    struct: ({ package: packageId, module: moduleName, name }) =>
      nullIfRefused(async () => {
        const asked = { packageId, moduleName, name };
        const { datatype } = (await client.movePackageService.getDatatype(asked)).response;
        if (datatype?.kind !== GrpcTypes.DatatypeDescriptor_DatatypeKind.STRUCT) return null;
        return {
          abilities: datatype.abilities.map((one) => GrpcTypes.Ability[one].toLowerCase()),
          fields: datatype.fields.map((field) => field.name ?? ''),
          typeParameters: datatype.typeParameters.length,
          definedIn: answeredId(datatype.definingId),
        };
      }, isNoStruct),
    async genesis() {
      const { chainId } = (await client.ledgerService.getServiceInfo({})).response;
      return chainId ?? null;
    },
    async checkpoint() {
      const { response } = await client.ledgerService.getServiceInfo({});
      return answeredCheckpoint(response.checkpointHeight?.toString());
    },
    async checkpointTime() {
      const { timestamp } = (await client.ledgerService.getServiceInfo({})).response;
      return timestamp === undefined ? null : new Date(Number(timestamp.seconds) * 1_000);
    },
    verifyPersonalMessage(message, signature, signer) {
      const request = {
        message: { name: 'PersonalMessage', value: bcs.byteVector().serialize(message).toBytes() },
        signature: {
          bcs: { value: fromBase64(signature) },
          signature: { oneofKind: undefined },
        },
        address: signer,
        jwks: [],
      };
      return falseIfRefused(async () => {
        const { response } = await client.signatureVerificationService.verifySignature(request);
        return response.isValid === true;
      });
    },
  };
}

const NO_STRUCT_TEXT = /^(Module not found|Datatype .* not found)/;

/** For a fault of its own, too, a node gives this code. */
const isNoStruct = (error: unknown): boolean =>
  error instanceof RpcError && error.code === 'INTERNAL' && NO_STRUCT_TEXT.test(error.message);

/** A field that went away while the page was made has no name. */
function grpcKioskField(field: GrpcTypes.DynamicField): KioskField[] {
  const { name, valueType, childObject } = field;
  if (name?.name === undefined || name.value === undefined) return [];
  const display = childObject === undefined ? null : readDisplay(displaySourceOf(childObject));
  return [{ nameType: name.name, name: name.value, valueType: valueType ?? '', display }];
}

function displaySourceOf({ display, json }: GrpcTypes.Object): DisplaySource {
  return { display: display && { output: textsOf(display.output) }, json: textsOf(json) };
}

/** The texts on the first level of a value. Converting all of it to JSON takes five times as long. */
function textsOf(value: GrpcTypes.Display['output']): Record<string, unknown> | null {
  if (value?.kind.oneofKind !== 'structValue') return null;
  const fields = Object.entries(value.kind.structValue.fields);
  return Object.fromEntries(
    fields.map(([name, { kind }]) => [
      name,
      kind.oneofKind === 'stringValue' ? kind.stringValue : null,
    ]),
  );
}
