/** `DATABASE_URL` for the driver. */
import type { ClientConfig } from 'pg';

/**
 * What to connect with, in the order to be tried. PostgreSQL's own programs understand a URL like
 * this: a folder as `host` parameter (`?host=/run/postgresql`) means a Unix socket, `sslmode=require`
 * asks for TLS and not who the server is, `prefer` also takes a server without TLS.
 * @param settled settings that a URL cannot change
 */
export function configsOf(url: string, settled: readonly string[] = []): ClientConfig[] {
  const target = new URL(url);
  const { searchParams: asked } = target;
  for (const name of settled) asked.delete(name);
  asked.set('uselibpqcompat', 'true'); // else the driver takes `require` for `verify-full`
  if (asked.get('sslrootcert') === 'system') {
    asked.delete('sslrootcert');
    asked.set('sslmode', 'verify-full');
  }
  const isSocket = asked.get('host')?.startsWith('/') || /^%2f/i.test(target.hostname);
  if (isSocket && asked.has('sslmode')) asked.set('sslmode', 'disable');
  const mode = asked.get('sslmode');
  const modes = mode === 'prefer' || mode === 'allow' ? ['prefer', 'disable'] : [mode];
  return modes.map((one) => {
    if (one !== null) asked.set('sslmode', one);
    return { connectionString: target.href };
  });
}
