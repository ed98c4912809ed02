import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A temp folder that other users may enter: started as root, PostgreSQL runs as another user and would keep its data
 * elsewhere if the folder were private. In a run of the tests it lies in the run's folder, which is removed at the
 * end.
 */
export function makeTempFolder(name: string): string {
  const ofRun = process.env.TEST_FOLDER;
  const start = ofRun === undefined ? path.join(tmpdir(), 'the-mainz-test-') : `${ofRun}/`;
  const folder = mkdtempSync(`${start}${name}-`);
  chmodSync(folder, 0o755);
  return folder;
}
