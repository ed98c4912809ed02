/** Addresses of other servers as they may be printed: providers put keys in the path, the query or the name. */

/** A database is named by its path; that of a node may be a key. */
const NAMED_BY_PATH = /^(postgres(ql)?|rediss?):$/;
/** A shorter text of a path or a query is a name such as `graphql`; taking it out would spoil the rest. */
const SHORTEST_SECRET = 8;

/** The address without what may be secret in it. */
export function printableUrl(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  if (NAMED_BY_PATH.test(protocol)) return `${protocol}//${host}${pathname}`;
  return `${protocol}//${host}${pathname === '/' && search === '' ? '' : '/...'}`;
}

/** Texts that must not be printed, wherever they turn up: others may repeat what they were sent. */
export function secretsOf(url: string): string[] {
  const { protocol, username, password, pathname, searchParams } = new URL(url);
  const parts = NAMED_BY_PATH.test(protocol)
    ? searchParams.getAll('password')
    : [...pathname.split('/'), ...searchParams.values(), username];
  const secrets = [password, decoded(password) ?? password, ...parts];
  return [...new Set(secrets)].filter((text) => text.length >= SHORTEST_SECRET);
}

/** Null for a text with a % that stands for nothing. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
