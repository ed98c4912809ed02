import { fromBase64, toBase64 } from '@mysten/sui/utils';
import { answeredCheckpoint, answeredId } from '#server/sui/calls/checks.ts';
import { MalformedAnswerError } from '#server/sui/calls/failures.ts';
import { isKioskField } from '#server/sui/read/kiosks.ts';
import {
  type AccessOptions,
  falseIfRefused,
  type KioskField,
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

const BALANCE = `
query balance($owner: SuiAddress!, $coinType: String!) {
  address(address: $owner) { balance(coinType: $coinType) { totalBalance } }
}`;

const KIOSK_FIELDS = `
query kioskFields($kioskId: SuiAddress!, $limit: Int, $cursor: String) {
  address(address: $kioskId) {
    dynamicFields(first: $limit, after: $cursor) {
      pageInfo { hasNextPage endCursor }
      nodes {
        contents { type { repr } }
        name { bcs type { repr } }
        value { ... on MoveObject { contents { type { repr } } } }
      }
    }
  }
}`;

interface Typed {
  readonly type: { readonly repr: string } | null;
}

interface KioskFieldNode {
  readonly contents: Typed | null;
  readonly name: (Typed & { readonly bcs: string | null }) | null;
  readonly value: { readonly contents?: Typed | null } | null;
}

interface KioskFieldsAnswer {
  readonly address: {
    readonly dynamicFields: {
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
      readonly nodes: readonly KioskFieldNode[];
    } | null;
  } | null;
}

/**
 * Whoever is sent the key of a kiosk may attach a value to it whose type no node can lay out: that field alone has an
 * error then. It must not keep the cards of everybody from being read whom they send the key.
 */
function isOfAnotherField({ path = [] }: { path?: unknown[] }, data?: KioskFieldsAnswer): boolean {
  const [, , list, index] = path;
  if (list !== 'nodes' || typeof index !== 'number') return false;
  const type = data?.address?.dynamicFields?.nodes[index]?.contents?.type?.repr;
  return type !== undefined && !isKioskField(type);
}

function graphqlKioskField({ contents, name, value }: KioskFieldNode): KioskField[] {
  if (name?.type == null || name.bcs === null) {
    if (contents?.type == null || isKioskField(contents.type.repr)) {
      throw new MalformedAnswerError('a field of a kiosk without a name');
    }
    return [];
  }
  const valueType = value?.contents?.type?.repr ?? '';
  return [{ nameType: name.type.repr, name: fromBase64(name.bcs), valueType, display: null }];
}

const GENESIS = 'query genesis { checkpoint(sequenceNumber: 0) { digest } }';
const CHECKPOINT_TIME = 'query checkpointTime { checkpoint { timestamp } }';
const CHECKPOINT = 'query checkpoint { checkpoint { sequenceNumber } }';

export function openGraphql({ url, network, fetch }: AccessOptions): SuiAccess {
  const client = new CodedGraphQLClient({ network, url, fetch, headers: OLDER_WALLETS });
  return {
    core: client.core,
    pageSize: SMALL_PAGE,
    objectBatch: GRAPHQL_OBJECT_BATCH,
    async kioskFields({ kioskId, cursor, limit }) {
      const asked = { query: KIOSK_FIELDS, variables: { kioskId, cursor, limit } };
      const { data } = await client.queryDespite<KioskFieldsAnswer, object>(
        asked,
        isOfAnotherField,
      );
      const page = data?.address?.dynamicFields;
      if (page == null) throw new MalformedAnswerError('a list is missing');
      const items = page.nodes.flatMap(graphqlKioskField);
      return { items, cursor: page.pageInfo.endCursor, hasNextPage: page.pageInfo.hasNextPage };
    },
    async balance({ owner, coinType }) {
      type Answer = { address: { balance: { totalBalance?: string | null } | null } | null };
      const variables = { owner, coinType };
      const { data } = await client.query<Answer>({ query: BALANCE, variables });
      return data?.address?.balance?.totalBalance ?? undefined;
    },
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
