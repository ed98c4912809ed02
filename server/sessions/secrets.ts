/** Secrets handed out once and kept as a hash: tickets of sign-ins and tokens of sessions. */
import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
/** 32 bytes as base64url. */
const SECRET_SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits, safe in a cookie and in JSON. */
export function drawSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** What is stored of a secret; null for text that cannot be one. Plain SHA-256: nobody guesses 256 bits. */
export function hashSecret(secret: string): Buffer | null {
  return SECRET_SHAPE.test(secret) ? createHash('sha256').update(secret).digest() : null;
}
