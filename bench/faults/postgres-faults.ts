/** PostgreSQL killed, stopped, paused, and with a full disk. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedPostgres, removeData } from '#tests/support/product.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';
import { openFaultFixture } from './fault-fixture.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { type Fault, type Outcome, outage, runFaults } from './run-faults.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

const AWAY_MS = 30_000;
const FULL_MS = 10_000;
/** Room for a new database and what the load writes. */
const DISK_MB = 200;

const outages = ({ kill9, stop, start, hang, wake }: OwnPostgres): Fault[] => [
  outage('PostgreSQL: kill -9, started again after 3 s', kill9, 3_000, start),
  outage('PostgreSQL: stopped for 30 s', stop, AWAY_MS, start),
  outage('PostgreSQL: hangs for 30 s (SIGSTOP)', hang, AWAY_MS, wake),
];

async function onOwnPostgres(
  faults: (postgres: OwnPostgres) => Fault[],
  open: () => Promise<OwnPostgres>,
): Promise<Outcome[]> {
  const postgres = await open();
  try {
    await using fixture = await openFaultFixture({ env: { DATABASE_URL: postgres.url } });
    return await runFaults(fixture, faults(postgres));
  } finally {
    await postgres.close();
  }
}

export async function postgresOutages(): Promise<Outcome[]> {
  const folder = makeTempFolder('own-postgres');
  try {
    return await onOwnPostgres(outages, () => startOwnPostgres(folder));
  } finally {
    await removeData(folder);
  }
}

/** First the disk of the data is full: writes are refused. Then that of the log: PostgreSQL ends. */
export async function fullDisks(): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const what of ['data', 'log'] as const) {
    const disk = mountSmallDisk(DISK_MB);
    const beside = makeTempFolder('own-postgres');
    try {
      const faults = (postgres: OwnPostgres) => [fullDisk(what, disk, postgres)];
      const open = () =>
        what === 'data'
          ? startOwnPostgres(disk.folder, beside)
          : startOwnPostgres(beside, disk.folder);
      outcomes.push(...(await onOwnPostgres(faults, open)));
    } finally {
      await removeData(beside);
      disk.close();
    }
  }
  return outcomes;
}

function fullDisk(what: 'data' | 'log', disk: SmallDisk, postgres: OwnPostgres): Fault {
  return {
    name: `PostgreSQL: the disk of its ${what} full for ${FULL_MS / 1000} s`,
    async strike() {
      disk.fill();
      if (what === 'log') await wasteLog(postgres);
      await sleep(FULL_MS);
      disk.free();
      await postgres.start(); // it ended if there was no room for its log
    },
  };
}

/** Uses up the log segments that exist, so that the next one needs room. */
async function wasteLog(postgres: OwnPostgres): Promise<void> {
  for (let time = 0; time < 12 && postgres.isRunning(); time += 1) {
    try {
      await postgres.asAdmin(async (sql) => {
        await sql`SELECT pg_logical_emit_message(false, 'waste', 'log'), pg_switch_wal()`;
      });
    } catch {
      return;
    }
  }
}

/** The private PostgreSQL that the server starts itself. */
export async function privateFaults(): Promise<Outcome[]> {
  const disk = mountSmallDisk(DISK_MB);
  const dataDir = path.join(disk.folder, 'data');
  mkdirSync(dataDir);
  const faults: Fault[] = [
    {
      name: 'private PostgreSQL: kill -9',
      async strike() {
        process.kill(embeddedPostgres(dataDir)!.pid, 'SIGKILL');
      },
    },
    {
      name: `private PostgreSQL: its disk full for ${FULL_MS / 1000} s, and it dies`,
      async strike() {
        disk.fill();
        const pid = embeddedPostgres(dataDir)?.pid;
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
        // Also fills what a restart frees.
        for (
          const until = performance.now() + FULL_MS;
          performance.now() < until;
          await sleep(100)
        ) {
          disk.fill();
        }
        disk.free();
      },
    },
  ];
  try {
    await using fixture = await openFaultFixture({ dataDir });
    return await runFaults(fixture, faults);
  } finally {
    disk.close();
  }
}
