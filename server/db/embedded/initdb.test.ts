import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { AwayError } from '#server/start/start-error.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';
import { ensureCluster } from './initdb.ts';

const SAYS_FULL = `#!/bin/sh
echo '2026-01-01 00:00:00.000 UTC [7] FATAL:  could not write to file "pg_wal": No space left on device' >&2
exit 1
`;

it.skipIf(process.platform === 'win32')(
  'a first start on a full disk is worth another try, and frees what it took',
  async () => {
    const folder = makeTempFolder('full');
    const initdb = path.join(folder, 'initdb');
    writeFileSync(initdb, SAYS_FULL, { mode: 0o755 });
    const place = { folder, cluster: path.join(folder, 'cluster'), account: {} };
    const made = ensureCluster(place, { initdb, postgres: initdb, major: '18' });
    await expect(made).rejects.toThrow(AwayError);
    await expect(made).rejects.toThrow(
      `The database in ${folder} cannot be made: could not write to file "pg_wal": No space left on device`,
    );
    expect(readdirSync(folder)).toEqual(['initdb']);
    rmSync(folder, { recursive: true });
  },
);
