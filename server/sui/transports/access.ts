/** What the product asks of a node beyond the SDK's Core API: the same over each of the three transports. */
import type { CoreClient } from '@mysten/sui/client';
import type { Address } from '#rules/address.ts';
import { kindOfError } from '#server/sui/calls/failures.ts';
import type { Page } from '#server/sui/calls/pages.ts';
import type { MoveStruct } from '#server/sui/chain.ts';
import type { CardDisplay } from '#server/sui/read/display.ts';

export type SuiTransport = 'grpc' | 'graphql' | 'jsonrpc';

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
  /** Most items on the page. */
  readonly limit: number;
  /** Whether displays are also taken from the objects' own fields; costly, and seldom needed. */
  readonly withFields: boolean;
}

interface BalanceQuery {
  readonly owner: Address;
  readonly coinType: string;
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
  /** The sum as it was told: two of the SDK's clients put '0' in place of one that is missing. */
  balance(query: BalanceQuery): Promise<string | undefined>;
  /** Null when there is none. */
  struct(name: StructName): Promise<MoveStruct | null>;
  /** Digest of the first checkpoint; null when the node does not tell. */
  genesis(): Promise<string | null>;
  /** The newest one. */
  checkpoint(): Promise<bigint>;
  /** When it was made; null when the node does not tell. */
  checkpointTime(): Promise<Date | null>;
  verifyPersonalMessage(message: Uint8Array, signature: string, signer: Address): Promise<boolean>;
}

/** Content type of each transport's answers. */
export const CONTENT_TYPES: Readonly<Record<SuiTransport, RegExp>> = {
  grpc: /^application\/grpc-web/,
  graphql: /^application\/([\w.-]+\+)?json\b/,
  jsonrpc: /^application\/json\b/,
};

export interface AccessOptions {
  readonly url: string;
  readonly network: string;
  readonly fetch: typeof fetch;
}

/**
 * The SDK's own number says that it reads transactions which only some validators may propose. A node then builds them
 * so, and the wallet that is to sign one may be older: such transactions are unknown to the wallets of before September
 * 2026.
 */
export const OLDER_WALLETS = { 'x-sui-client-protocol-version': '135' };

/** Most items on a page of a node that does not put more on one. */
export const SMALL_PAGE = 50;

export function coreKioskFields(core: CoreClient): SuiAccess['kioskFields'] {
  return async ({ kioskId: parentId, cursor, limit }) => {
    const page = await core.listDynamicFields({ parentId, cursor, limit });
    const items = page.dynamicFields.map(({ name, valueType }) => ({
      nameType: name.type,
      name: name.bcs,
      valueType: valueType ?? '',
      display: null,
    }));
    return { items, cursor: page.cursor, hasNextPage: page.hasNextPage };
  };
}

/** A node refuses a signature it cannot read; over GraphQL also one that is wrong. */
export async function falseIfRefused(judge: () => Promise<boolean>): Promise<boolean> {
  try {
    return await judge();
  } catch (error) {
    if (kindOfError(error) === 'refused') return false;
    throw error;
  }
}

/** @param isNone whether an error that is no refusal means the same */
export async function nullIfRefused<T>(
  ask: () => Promise<T | null>,
  isNone: (error: unknown) => boolean = () => false,
): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (kindOfError(error) === 'refused' || isNone(error)) return null;
    throw error;
  }
}
