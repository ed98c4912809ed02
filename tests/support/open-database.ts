/** The server's own way to its database, which checks and prepares it. */
import { pino } from 'pino';
import { openDatabase } from '#server/db/open.ts';

export const silent = pino({ level: 'silent' });

type Options = Parameters<typeof openDatabase>[0];

/** @param options where it is, and what differs: without an address it is the private PostgreSQL of `dataDir` */
export const openAsServer = (options: Partial<Options>) =>
  openDatabase({
    databaseUrl: null,
    dataDir: '',
    installation: { isDemo: false, network: 'localnet', collectionTypes: ['0x2::cards::Card'] },
    log: silent,
    onLost: (reason) => console.error(reason),
    ...options,
  });
