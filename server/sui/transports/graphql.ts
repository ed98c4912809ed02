import { toBase64 } from '@mysten/sui/utils';
import { answeredCheckpoint, answeredId } from '#server/sui/calls/checks.ts';
import {
  type AccessOptions,
  coreKioskFields,
  falseIfRefused,
  nullIfRefused,
  OLDER_WALLETS,
  SMALL_PAGE,
  type SuiAccess,
} from './access.ts';
import { CodedGraphQLClient } from './graphql-client.ts';

/** A node may refuse longer queries; the SDK's own lookups have as many. */
const GRAPHQL_OBJECT_BATCH = 40;

const VERIFY_SIGNATURE = `
query verifyPersonalMessage($message: Base64!, $signature: Base64!, $author: SuiAddress!) {
  verifySignature(
    message: $message, signature: $signature, intentScope: PERSONAL_MESSAGE, author: $author
  ) { success }
}`;

const STRUCT = `
query struct($package: SuiAddress!, $module: String!, $name: String!) {
  package(address: $package) {
    typeOrigins { module struct definingId }
    module(name: $module) { struct(name: $name) { abilities fields { name } typeParameters { isPhantom } } }
  }
}`;

const GENESIS = 'query genesis { checkpoint(sequenceNumber: 0) { digest } }';
const CHECKPOINT_TIME = 'query checkpointTime { checkpoint { timestamp } }';
const CHECKPOINT = 'query checkpoint { checkpoint { sequenceNumber } }';

export function openGraphql({ url, network, fetch }: AccessOptions): SuiAccess {
  const client = new CodedGraphQLClient({ network, url, fetch, headers: OLDER_WALLETS });
  return {
    core: client.core,
    pageSize: SMALL_PAGE,
    objectBatch: GRAPHQL_OBJECT_BATCH,
    kioskFields: coreKioskFields(client.core),
    async struct(name) {
      type Declared = {
        abilities: string[] | null;
        fields: { name: string }[] | null;
        typeParameters: unknown[] | null;
      };
      type Origin = { module: string | null; struct: string | null; definingId: string | null };
      type Package = { typeOrigins: Origin[] | null; module: { struct: Declared | null } | null };
      type Answer = { package: Package | null };
      const { data } = await client.query<Answer>({ query: STRUCT, variables: { ...name } });
      const declared = data?.package?.module?.struct;
      if (declared == null) return null;
      const origin = data?.package?.typeOrigins?.find(
        ({ module, struct }) => module === name.module && struct === name.name,
      );
      return {
        abilities: (declared.abilities ?? []).map((one) => one.toLowerCase()),
        fields: (declared.fields ?? []).map((field) => field.name),
        typeParameters: declared.typeParameters?.length ?? 0,
        definedIn: answeredId(origin?.definingId),
      };
    },
    genesis: () =>
      nullIfRefused(async () => {
        type Answer = { checkpoint: { digest: string | null } | null };
        const { data } = await client.query<Answer>({ query: GENESIS, variables: {} });
        return data?.checkpoint?.digest ?? null;
      }),
    async checkpoint() {
      type Answer = { checkpoint: { sequenceNumber: number | null } | null };
      const { data } = await client.query<Answer>({ query: CHECKPOINT, variables: {} });
      return answeredCheckpoint(data?.checkpoint?.sequenceNumber?.toString());
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
