/** Secrets that are stored as a hash: sign-in tickets and session tokens. */
import { hash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
/** 32 bytes as base64url. */
const SECRET_SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits, safe in a cookie and in JSON. */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The stored form; null when the text has another shape. Plain SHA-256 is enough for 256 random bits. */
export function hashSecret(secret: string): Buffer | null {
  const key = secretKey(secret);
  return key === null ? null : Buffer.from(key, 'base64');
}

/** The same in base64. Every request needs it, and a Buffer costs several times as much. */
export function secretKey(secret: string): string | null {
  return SECRET_SHAPE.test(secret) ? hash('sha256', secret, 'base64') : null;
}
