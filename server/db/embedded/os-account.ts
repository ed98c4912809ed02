/** Which user of the machine runs the private PostgreSQL. */
import { spawnSync } from 'node:child_process';
import { StartError } from '#server/start/start-error.ts';

/** A user of the machine, as options of `spawn`. Empty: this process's own user. */
export type Account = { uid?: number; gid?: number };

/** Tried in this order when the server runs as root, which PostgreSQL refuses. */
const UNPRIVILEGED_USERS = ['postgres', '_postgres', 'nobody'];

export const isRoot = (): boolean => process.getuid?.() === 0;

/** The account for a new database: our own, or as root an unprivileged one. */
export function accountForNewCluster(): Account {
  if (!isRoot()) return {};
  for (const user of UNPRIVILEGED_USERS) {
    const uid = idOf('-u', user);
    const gid = idOf('-g', user);
    if (uid && gid) return { uid, gid };
  }
  throw new StartError(
    'PostgreSQL refuses to run as root, and this machine has neither a user postgres nor nobody: start as an ordinary user, or set DATABASE_URL.',
  );
}

/** Whether the account can enter the folder; tries it. */
export function canEnter(account: Account, folder: string): boolean {
  const tried = spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  if (tried.error && (tried.error as NodeJS.ErrnoException).code === 'EPERM') {
    throw new StartError(
      'PostgreSQL refuses to run as root, and this root may not act as another user: start as an ordinary user, or set DATABASE_URL.',
    );
  }
  return tried.status === 0;
}

function idOf(flag: '-u' | '-g', user: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' });
  const id = Number.parseInt(stdout, 10);
  return status === 0 && id > 0 ? id : undefined;
}
