/** Secrets handed out once and kept as a hash: tickets of sign-ins and tokens of sessions. */
import { hash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
/** 32 bytes as base64url. */
const SECRET_SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits, safe in a cookie and in JSON. */
export function drawSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The stored form; null for text that cannot be a secret. Plain SHA-256 is enough for 256 random bits. */
export function hashSecret(secret: string): Buffer | null {
  const key = secretKey(secret);
  return key === null ? null : Buffer.from(key, 'base64');
}

/** The same as text. Every poll needs it, and a Buffer costs several times as much. */
export function secretKey(secret: string): string | null {
  return SECRET_SHAPE.test(secret) ? hash('sha256', secret, 'base64') : null;
}
