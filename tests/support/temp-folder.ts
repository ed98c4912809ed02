import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A temp folder that other users may enter: started as root, PostgreSQL runs as another user and would keep its data
 * elsewhere if the folder were private. The caller removes it.
 */
export function makeTempFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `the-mainz-test-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}
