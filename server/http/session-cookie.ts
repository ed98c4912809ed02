/** `__Host-` binds the cookie to this host; browsers accept it over https only. */
function cookieName(secure: boolean): string {
  return secure ? '__Host-mainz_session' : 'mainz_session';
}

/** Tokens are base64url. */
const TOKEN = /^[\w-]{16,128}$/;

/**
 * No `\s`: to JavaScript that includes the byte A0, to browsers that byte is part of the name. So a cookie that any
 * site of the domain may set would count as the one that `__Host-` protects.
 */
const [SECURE_PAIR, PLAIN_PAIR] = [true, false].map(
  (secure) => new RegExp(`(?:^|;)[ \\t]*${cookieName(secure)}=([^;]*)`),
);

/** The session token of a Cookie header, or null. */
export function readSessionToken(header: string | undefined, secure: boolean): string | null {
  if (header === undefined) return null;
  const token = (secure ? SECURE_PAIR : PLAIN_PAIR)?.exec(header)?.[1];
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
