/** A small disk in memory that can be filled completely. Needs root on Linux. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { makeTempFolder } from '#tests/support/temp-folder.ts';

export type SmallDisk = ReturnType<typeof mountSmallDisk>;

const STEPS = [1024 * 1024, 64 * 1024, 4096];

/** @throws when this user may not mount */
export function mountSmallDisk(megabytes: number) {
  const folder = makeTempFolder('disk');
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder];
  if (spawnSync('mount', options).status !== 0) {
    rmSync(folder, { recursive: true });
    throw new Error('a full disk takes root: mount -t tmpfs was refused');
  }
  const filler = path.join(folder, 'filler');
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a');
      for (const step of STEPS) {
        const block = Buffer.alloc(step, 1);
        try {
          while (writeSync(file, block) > 0);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
    close() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
