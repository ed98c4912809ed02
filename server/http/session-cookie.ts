/** `__Host-` binds the cookie to this host; browsers accept it over https only. */
function cookieName(secure: boolean): string {
  return secure ? '__Host-mainz_session' : 'mainz_session';
}

/** Tokens are base64url. */
const TOKEN = /^[\w-]{16,128}$/;

const [SECURE_PAIR, PLAIN_PAIR] = [true, false].map(
  (secure) => new RegExp(`(?:^|;)\\s*${cookieName(secure)}\\s*=\\s*([^;]*)`),
);

/** The session token of a Cookie header, or null. */
export function readSessionToken(header: string | undefined, secure: boolean): string | null {
  if (header === undefined) return null;
  const token = (secure ? SECURE_PAIR : PLAIN_PAIR)?.exec(header)?.[1]?.trimEnd();
  return token !== undefined && TOKEN.test(token) ? token : null;
}

/** The Set-Cookie value that sets a session (I3), or deletes it with null. */
export function writeSessionCookie(
  session: { token: string; maxAgeSeconds: number } | null,
  secure: boolean,
): string {
  const value = session?.token ?? '';
  const age = Math.max(0, Math.floor(session?.maxAgeSeconds ?? 0));
  const more = secure ? '; Secure' : '';
  return `${cookieName(secure)}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${more}`;
}
