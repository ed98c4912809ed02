/** URLs for printing. Providers put keys into the path, the query or the user name. */

/** A database's path is its name; a node's path may be a key. */
const NAMED_BY_PATH = /^(postgres(ql)?|rediss?):$/;
/** Shorter texts in a path or query are names such as `graphql`; removing them would damage other texts. */
const SHORTEST_SECRET = 8;

/** The URL without parts that may be secret. */
export function printableUrl(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  if (NAMED_BY_PATH.test(protocol)) return `${protocol}//${host}${pathname}`;
  return `${protocol}//${host}${pathname === '/' && search === '' ? '' : '/...'}`;
}

/** Parts of a URL that must never be printed; other servers may repeat what they were sent. */
export function secretsOf(url: string): string[] {
  const { protocol, username, password, pathname, searchParams } = new URL(url);
  const parts = NAMED_BY_PATH.test(protocol)
    ? searchParams.getAll('password')
    : [...pathname.split('/'), ...searchParams.values(), username];
  const secrets = [password, decoded(password) ?? password, ...parts];
  return [...new Set(secrets)].filter((text) => text.length >= SHORTEST_SECRET);
}

/** Null for an invalid % escape. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
