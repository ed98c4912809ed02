/** The three transports behind one interface: all that differs between them stands here. */
import { bcs } from '@mysten/sui/bcs';
import type { CoreClient } from '@mysten/sui/client';
import { GrpcTypes, SuiGrpcClient } from '@mysten/sui/grpc';
import { JsonRpcError, JsonRpcHTTPTransport, SuiJsonRpcClient } from '@mysten/sui/jsonRpc';
import { fromBase64, toBase64 } from '@mysten/sui/utils';
import { isValidPersonalMessageSignature } from '@mysten/sui/verify';
import type { Address } from '#rules/address.ts';
import { answeredAmount } from '#server/sui/calls/checks.ts';
import { kindOfError } from '#server/sui/calls/failures.ts';
import type { Page } from '#server/sui/calls/pages.ts';
import { type MoveStruct, OBJECT_BATCH } from '#server/sui/chain.ts';
import { type CardDisplay, type DisplaySource, readDisplay } from '#server/sui/read/display.ts';
import { CodedGraphQLClient } from './graphql-client.ts';

export type SuiTransport = 'grpc' | 'graphql' | 'jsonrpc';

/** A dynamic field of a kiosk. */
export interface KioskField {
  readonly nameType: string;
  readonly name: Uint8Array;
  /** Empty when the node does not know it. */
  readonly valueType: string;
  /** Of the placed object; null where the list does not contain it. */
  readonly display: CardDisplay | null;
}

export interface KioskFieldQuery {
  readonly kioskId: string;
  readonly cursor: string | null;
  /** Whether displays are also taken from the objects' own fields; costly, and seldom needed. */
  readonly withFields: boolean;
}

/** Where a struct is declared. */
interface StructName {
  readonly package: string;
  readonly module: string;
  readonly name: string;
}

export interface SuiAccess {
  readonly core: CoreClient;
  /** Most items a node puts on one page. */
  readonly pageSize: number;
  /** Objects per request: 50, but the SDK's GraphQL client stops at 40. */
  readonly objectBatch: number;
  kioskFields(query: KioskFieldQuery): Promise<Page<KioskField>>;
  /** Null when there is none. */
  struct(name: StructName): Promise<MoveStruct | null>;
  /** The newest one. */
  checkpoint(): Promise<bigint>;
  /** When it was made; null where the transport does not tell. */
  checkpointTime(): Promise<Date | null>;
  verifyPersonalMessage(message: Uint8Array, signature: string, signer: Address): Promise<boolean>;
}

/** Content type of each transport's answers. */
export const CONTENT_TYPES: Readonly<Record<SuiTransport, RegExp>> = {
  grpc: /^application\/grpc-web/,
  graphql: /^application\/([\w.-]+\+)?json\b/,
  jsonrpc: /^application\/json\b/,
};

interface AccessOptions {
  readonly url: string;
  readonly network: string;
  readonly fetch: typeof fetch;
}

export function openAccess(transport: SuiTransport, options: AccessOptions): SuiAccess {
  if (transport === 'grpc') return grpcAccess(options);
  return transport === 'graphql' ? graphqlAccess(options) : jsonRpcAccess(options);
}

const SMALL_PAGE = 50;
const GRPC_PAGE = 1_000;
const GRAPHQL_OBJECT_BATCH = 40;

/** Fields and the placed objects' displays in one pass, instead of an object lookup for each 50 items. */
const KIOSK_FIELD_MASK = ['name', 'value_type', 'kind', 'child_object.display'];

function grpcAccess({ url, network, fetch }: AccessOptions): SuiAccess {
  const client = new SuiGrpcClient({ network, baseUrl: url, format: 'binary', fetch });
  return {
    core: client.core,
    pageSize: GRPC_PAGE,
    objectBatch: OBJECT_BATCH,
    async kioskFields({ kioskId, cursor, withFields }) {
      const more = withFields ? ['child_object.json'] : [];
      const { response } = await client.stateService.listDynamicFields({
        parent: kioskId,
        pageSize: GRPC_PAGE,
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
    struct: ({ package: packageId, module: moduleName, name }) =>
      nullIfRefused(async () => {
        const asked = { packageId, moduleName, name };
        const { datatype } = (await client.movePackageService.getDatatype(asked)).response;
        if (datatype?.kind !== GrpcTypes.DatatypeDescriptor_DatatypeKind.STRUCT) return null;
        return {
          abilities: datatype.abilities.map((one) => GrpcTypes.Ability[one].toLowerCase()),
          fields: datatype.fields.map((field) => field.name ?? ''),
        };
      }),
    async checkpoint() {
      const { response } = await client.ledgerService.getServiceInfo({});
      return answeredAmount(response.checkpointHeight?.toString());
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

const VERIFY_SIGNATURE = `
query verifyPersonalMessage($message: Base64!, $signature: Base64!, $author: SuiAddress!) {
  verifySignature(
    message: $message, signature: $signature, intentScope: PERSONAL_MESSAGE, author: $author
  ) { success }
}`;

const STRUCT = `
query struct($package: SuiAddress!, $module: String!, $name: String!) {
  package(address: $package) { module(name: $module) { struct(name: $name) { abilities fields { name } } } }
}`;

const CHECKPOINT_TIME = 'query checkpointTime { checkpoint { timestamp } }';
const CHECKPOINT = 'query checkpoint { checkpoint { sequenceNumber } }';

function graphqlAccess({ url, network, fetch }: AccessOptions): SuiAccess {
  const client = new CodedGraphQLClient({ network, url, fetch });
  return {
    core: client.core,
    pageSize: SMALL_PAGE,
    objectBatch: GRAPHQL_OBJECT_BATCH,
    kioskFields: coreKioskFields(client.core),
    async struct(name) {
      type Declared = { abilities: string[] | null; fields: { name: string }[] | null };
      type Answer = { package: { module: { struct: Declared | null } | null } | null };
      const { data } = await client.query<Answer>({ query: STRUCT, variables: { ...name } });
      const declared = data?.package?.module?.struct;
      if (declared == null) return null;
      return {
        abilities: (declared.abilities ?? []).map((one) => one.toLowerCase()),
        fields: (declared.fields ?? []).map((field) => field.name),
      };
    },
    async checkpoint() {
      type Answer = { checkpoint: { sequenceNumber: number | null } | null };
      const { data } = await client.query<Answer>({ query: CHECKPOINT, variables: {} });
      return answeredAmount(data?.checkpoint?.sequenceNumber?.toString());
    },
    async checkpointTime() {
      type Answer = { checkpoint: { timestamp: string | null } | null };
      const { data } = await client.query<Answer>({ query: CHECKPOINT_TIME, variables: {} });
      const time = new Date(data?.checkpoint?.timestamp ?? Number.NaN);
      return Number.isNaN(time.getTime()) ? null : time;
    },
    verifyPersonalMessage: (message, signature, author) =>
      falseIfRefused(async () => {
        const variables = { message: toBase64(message), signature, author };
        type Answer = { verifySignature: { success: boolean | null } | null };
        const { data } = await client.query<Answer>({ query: VERIFY_SIGNATURE, variables });
        return data?.verifySignature?.success === true;
      }),
  };
}

/** A node refuses a signature it cannot read; over GraphQL also one that is wrong. */
async function falseIfRefused(judge: () => Promise<boolean>): Promise<boolean> {
  try {
    return await judge();
  } catch (error) {
    if (kindOfError(error) === 'refused') return false;
    throw error;
  }
}

async function nullIfRefused<T>(ask: () => Promise<T | null>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (kindOfError(error) === 'refused') return null;
    // Nodes with JSON-RPC give it no code of its own.
    if (error instanceof JsonRpcError && NO_STRUCT_TEXT.test(error.message)) return null;
    throw error;
  }
}

const NO_STRUCT_TEXT = /^No (struct|module|package) was found/i;

function jsonRpcAccess({ url, network, fetch }: AccessOptions): SuiAccess {
  const transport = new JsonRpcHTTPTransport({ url, fetch });
  const client = new SuiJsonRpcClient({ network, transport });
  return {
    core: client.core,
    pageSize: SMALL_PAGE,
    objectBatch: OBJECT_BATCH,
    kioskFields: coreKioskFields(client.core),
    struct: ({ package: address, module, name }) =>
      nullIfRefused(async () => {
        const asked = { package: address, module, struct: name };
        const { abilities, fields } = await client.getNormalizedMoveStruct(asked);
        return {
          abilities: abilities.abilities.map((one) => one.toLowerCase()),
          fields: fields.map((field) => field.name),
        };
      }),
    checkpoint: async () => answeredAmount(await client.getLatestCheckpointSequenceNumber()),
    checkpointTime: async () => null,
    // JSON-RPC nodes check zkLogin only; the SDK checks the other schemes itself.
    verifyPersonalMessage: (message, signature, address) =>
      isValidPersonalMessageSignature(message, signature, { client, address }),
  };
}

function coreKioskFields(core: CoreClient): SuiAccess['kioskFields'] {
  return async ({ kioskId: parentId, cursor }) => {
    const page = await core.listDynamicFields({ parentId, cursor, limit: SMALL_PAGE });
    const items = page.dynamicFields.map(({ name, valueType }) => ({
      nameType: name.type,
      name: name.bcs,
      valueType: valueType ?? '',
      display: null,
    }));
    return { items, cursor: page.cursor, hasNextPage: page.hasNextPage };
  };
}
