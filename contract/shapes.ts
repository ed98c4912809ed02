/** Shapes that several features use. */
import { z } from 'zod';
import { type Address, canonicalAddress } from '#rules/address.ts';
import type { RefusalReason } from '#rules/refusal.ts';
import { BODY_LIMIT } from './route.ts';

const AddressText = z
  .string()
  .meta({ description: 'Sui address: 0x and up to 64 hex digits.', maxLength: 66 });
const toAddress = canonicalOr('bad-address', 'not a Sui wallet address');

/** Accepts any spelling of a Sui address and returns the canonical one (I1). */
export const AddressShape = AddressText.transform(toAddress);

/** Optional in a query, where an empty value is none. */
export const AskedAddressShape = AddressText.transform((text, context) =>
  text === '' ? undefined : toAddress(text, context),
).optional();

/** A Sui object id; spelled like an address. */
export const ObjectIdShape = z
  .string()
  .meta({ description: 'Sui object id: 0x and up to 64 hex digits.', maxLength: 66 })
  .transform(canonicalOr('bad-object-id', 'not a Sui object id'));

function canonicalOr(reason: RefusalReason, message: string) {
  return (text: string, context: z.RefinementCtx): Address => {
    const address = canonicalAddress(text);
    if (address !== null) return address;
    context.addIssue({ code: 'custom', message, params: { reason } });
    return z.NEVER;
  };
}

/** A name of any length that a body can have: the rules count its visible characters, and say what is wrong. */
export const NameTextShape = z.string().max(BODY_LIMIT);

/** ISO 8601 in UTC. The database has no year 0. */
export const InstantShape = z.iso
  .datetime('expected a time in UTC like 2026-01-31T18:00:00Z')
  .regex(/^(?!0000)/, 'not a time in the years 1 to 9999');

/**
 * An id from the server or a client: text without control characters and lone surrogates, which the
 * database cannot store.
 */
export const OpaqueIdShape = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'an id has no control characters');

/** The name a page gives its socket: drawn by chance, so that no other socket of its wallet has it. */
export const SocketNameShape = z
  .string()
  .min(8)
  .max(40)
  .regex(/^[\w-]+$/, 'a name has letters and digits');
