/** Counts open connections of a server process. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Product } from '#tests/support/product.ts';

/** Connections of the process to its port, without the listening socket. */
export function openConnections({ pid, port }: Pick<Product, 'pid' | 'port'>): number {
  const ours = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const inodes = new Set<string>();
  for (const table of ['tcp', 'tcp6']) {
    for (const line of readFileSync(`/proc/${pid}/net/${table}`, 'utf8').split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode = '0'] = line.trim().split(/\s+/);
      const LISTEN = '0A';
      if (local.endsWith(ours) && state !== LISTEN && inode !== '0')
        inodes.add(`socket:[${inode}]`);
    }
  }
  return descriptors(pid).filter((target) => inodes.has(target)).length;
}

export const descriptorCount = (pid: number): number => descriptors(pid).length;

function descriptors(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((fd) => {
    try {
      return [readlinkSync(`${folder}/${fd}`)];
    } catch {
      return []; // closed meanwhile
    }
  });
}
