/** `npm run doctor` on a correct installation and on broken ones. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kioskDraft } from '#demo/sui-node/ledger/kiosks.ts';
import { STRING_TYPE, UID_TYPE } from '#demo/sui-node/ledger/move-types.ts';
import { createEmptyWorld, DEMO_CARD_TYPE } from '#demo/world.ts';
import { normalMoveType } from '#rules/cards.ts';
import { DATABASE_NAME, SUPERUSER } from '#server/db/embedded/initdb.ts';
import { connectByUrl } from '#server/db/open.ts';
import { freePort } from '#server/jobs/free-port.ts';
import { readConfig } from '#server/start/config.ts';
import { DEMO_DEFAULTS } from '#server/start/demo-mode.ts';
import { startTestNode, type TestNode } from '#tests/sui-node/test-node.ts';
import { startDatabase } from '#tests/support/database.ts';
import { listening } from '#tests/support/listening.ts';
import { makeDataFolder, testDatabaseUrl } from '#tests/support/postgres.ts';
import {
  embeddedPostgres,
  environmentWith,
  type Product,
  runOperatorScript,
  startProduct,
} from '#tests/support/product.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';
import { examine } from '../../scripts/doctor/examine.ts';

const PACKAGE = normalMoveType(DEMO_CARD_TYPE).split('::', 1)[0]!;
const WALLET = `0x${'1'.repeat(64)}`;

let node: TestNode;
const TRANSPORTS = [
  ['grpc', () => node.url],
  ['graphql', () => node.graphqlUrl],
  ['jsonrpc', () => node.jsonRpcUrl],
] as const;
let product: Product;
let sound: Record<string, string>;

beforeAll(async () => {
  const ledger = createEmptyWorld();
  // The stand-in knows no packages; an object with the package's id is there or not just as well.
  ledger.commit({ writes: [kioskDraft(PACKAGE, WALLET)] });
  const text = { name: STRING_TYPE, url: STRING_TYPE };
  ledger.layouts.define(`${PACKAGE}::card::NoKey`, text, ['store']);
  ledger.layouts.define(`${PACKAGE}::card::NoStore`, { id: UID_TYPE, ...text }, ['key']);
  ledger.layouts.define(`${PACKAGE}::card::NoPicture`, { id: UID_TYPE });
  ledger.layouts.define(`${PACKAGE}::card::Generic`, text, ['store', 'key'], {
    typeParameters: 1,
  });
  ledger.layouts.define(`${PACKAGE}::card::Upgraded`, text, ['store', 'key'], {
    definedIn: `0x${'7'.repeat(64)}`,
  });
  node = await startTestNode({ ledger });
  const settings = {
    COLLECTION_TYPES: DEMO_CARD_TYPE,
    COIN_TYPE: '0x2::sui::SUI',
    ADMIN_WALLET: WALLET,
    IPFS_GATEWAYS: `${node.url}/ipfs`,
    SUI_URL: node.url,
  };
  product = await startProduct({
    env: { ...settings, LOG_LEVEL: 'fatal' },
    dataDir: makeDataFolder(), // a private PostgreSQL, as safe as it is in earnest
  });
  sound = { ...settings, DATA_DIR: product.dataDir, PORT: String(product.port) };
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await node?.close();
});

function readOnlyUrl(): string {
  const { socketFolder } = embeddedPostgres(product.dataDir)!;
  const url = testDatabaseUrl(socketFolder, DATABASE_NAME, DATABASE_NAME);
  return `${url}&options=-cdefault_transaction_read_only%3Don`;
}

/** The same as the command, in this process. */
async function examined(env: Record<string, string>) {
  let output = '';
  const isSound = await examine(readConfig(env, DEMO_DEFAULTS), (line) => {
    output += `${line}\n`;
  });
  return { isSound, output };
}

describe('the doctor', () => {
  it('finds nothing wrong with a sound installation', async () => {
    const { code, output } = await runOperatorScript('doctor', sound);
    expect(output).not.toMatch(/^WRONG/m);
    for (const said of [
      /right {2}database +PostgreSQL 18/,
      /right {2}purpose +The database is for/,
      /right {2}chain +Epoch 1024 of /,
      /right {2}chain +Its newest checkpoint is \d+ s old\./,
      /right {2}collection +The package 0x\w+ is on mainnet/,
      /right {2}collection +\S+ can be owned, placed in kiosks and sent/,
      /right {2}origin +http:\S+ is answered by version/,
      /right {2}proxy +A call from here counts as 127.0.0.1/,
      /right {2}pictures /,
      /\nNothing is wrong\.\n$/,
    ]) {
      expect(output).toMatch(said);
    }
    expect(code).toBe(0);
  });

  it('goes on to the end when nobody reads on', async () => {
    const env = environmentWith({ ...sound, BACKUP_DIR: '/proc' });
    const child = spawn(process.execPath, ['scripts/doctor.ts'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([complaint, code]).toEqual(['', 1]);
  });

  it('ends with 1 when something is wrong, and names a setting that is', async () => {
    expect(await runOperatorScript('doctor', { ...sound, PORT: 'x' })).toEqual({
      code: 1,
      output: expect.stringMatching(/^PORT got "x"; it takes a port/),
    });
    const { code, output } = await runOperatorScript('doctor', { ...sound, BACKUP_DIR: '/proc' });
    expect([code, output]).toEqual([1, expect.stringMatching(/\n2 wrong\.\n$/)]);
  });

  it.each<[string, () => Record<string, string>, ...RegExp[]]>([
    [
      'a database, a Redis and a node that are not there',
      () => ({
        DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/mainz',
        REDIS_URL: 'redis://:hunter2@127.0.0.1:1',
        SUI_URL: 'http://127.0.0.1:1/hunter2',
      }),
      /^WRONG {2}database +No use of PostgreSQL at postgres:\/\/127.0.0.1:1\/mainz: .*ECONNREFUSED/m,
      /^WRONG {2}redis +REDIS_URL: no use of Redis at redis:\/\/127.0.0.1:1/m,
      /^WRONG {2}chain +No use of http:\/\/127.0.0.1:1\/\.\.\. over grpc: /m,
      /\n3 wrong\.\n$/,
    ],
    [
      'the database of another collection',
      () => ({ COLLECTION_TYPES: '0x2::cards::Card' }),
      /^WRONG {2}purpose +The database of DATA_DIR is for .*\n[\s\S]*^WRONG {2}collection +There is no package/m,
    ],
    [
      'a database that takes no writes',
      () => ({ DATABASE_URL: readOnlyUrl() }),
      /^WRONG {2}database +The server cannot use it: it takes no writes: it is a standby, or was set to be read only\./m,
    ],
    [
      'a folder for backups that cannot be written, though it is there, and an address that leads elsewhere',
      () => ({
        BACKUP_DIR: '/proc',
        PUBLIC_ORIGIN: new URL(node.url).origin,
        TRUST_PROXY: '127.0.0.1',
      }),
      /^WRONG {2}backups +\/proc cannot be written \(\w+\): give it to the user who runs the server/m,
      /^WRONG {2}origin +http:\S+ is answered by something else/m,
    ],
  ])('tells of %s', async (_, harm, ...words) => {
    const { isSound, output } = await examined({ ...sound, ...harm() });
    for (const said of words) expect(output).toMatch(said);
    expect(output).not.toContain('hunter2');
    expect(isSound).toBe(false);
  });

  it('does not take a private database that it cannot look at for one that does not run', async () => {
    const dataDir = makeTempFolder('not-ours');
    // Not even root can read it.
    symlinkSync('postgres', `${dataDir}/postgres`);
    const words = `The database in ${dataDir}/postgres cannot be looked at (ELOOP): run this as the user who runs the server.`;
    const { isSound, output } = await examined({ ...sound, DATA_DIR: dataDir });
    expect(output).toContain(`WRONG  database    ${words}\n`);
    expect(isSound).toBe(false);
    const backup = await runOperatorScript('backup', { DATA_DIR: dataDir }, makeTempFolder('none'));
    expect(backup).toEqual({ code: 1, output: `${words}\n` });
  });

  it('tells of a database, and of tables in it, that belong to somebody else', async () => {
    const empty = await startDatabase({ empty: true, owner: SUPERUSER });
    const filled = await startDatabase();
    const boss = connectByUrl(filled.url.replace(DATABASE_NAME, SUPERUSER));
    await boss`ALTER TABLE schema_migrations OWNER TO ${boss(SUPERUSER)}`;
    await boss.end();
    for (const { url } of [empty, filled]) {
      const { output } = await examined({ ...sound, DATABASE_URL: url });
      expect(output).toMatch(
        /^WRONG {2}database +The server cannot use it: its user the_mainz has to own it and the tables in it\./m,
      );
    }
    await empty.close();
    await filled.close();
  });

  it('tells of a new database that takes no writes, that has no schema to write to, and of too few connections', async () => {
    const { sql, url, name, close } = await startDatabase({ empty: true });
    const toldOf = async (options: string) =>
      (await examined({ ...sound, DATABASE_URL: `${url}&options=${encodeURIComponent(options)}` }))
        .output;
    const cannot = (why: string) => `WRONG  database    The server cannot use it: ${why}.\n`;
    const [readOnly, nowhere] = [
      await toldOf('-cdefault_transaction_read_only=on'),
      await toldOf('-csearch_path=nowhere'),
    ];
    expect(readOnly).toContain(
      cannot('it takes no writes: it is a standby, or was set to be read only'),
    );
    expect(nowhere).toContain(cannot('the search_path names no schema that its user may use'));
    expect(nowhere).not.toContain('has to own it');
    await sql`ALTER DATABASE ${sql(name)} CONNECTION LIMIT 12`;
    expect(await toldOf('')).toContain(
      'ODD    database    Its user may have 12 connections at a time, and a server takes up to 13: raise the CONNECTION LIMIT of role or database.\n',
    );
    await sql`ALTER DATABASE ${sql(name)} CONNECTION LIMIT 13`;
    expect(await toldOf('')).not.toContain('CONNECTION LIMIT');
    await close();
  });

  it('tells of a database that lacks something its migrations made, unless some of them are still to come', async () => {
    const { sql, url, close } = await startDatabase();
    await sql`DROP INDEX battle_lobbies_one_open`;
    const lacks =
      'WRONG  database    The server cannot use it: it lacks index battle_lobbies_one_open of battle_lobbies. Restore a backup';
    const { isSound, output } = await examined({ ...sound, DATABASE_URL: url });
    expect(output).toContain(lacks);
    expect(isSound).toBe(false);
    await sql`DELETE FROM schema_migrations WHERE name > '0190'`;
    expect((await examined({ ...sound, DATABASE_URL: url })).output).not.toContain(lacks);
    await sql`DROP TABLE schema_migrations`;
    const { output: ofNew } = await examined({ ...sound, DATABASE_URL: url });
    expect(ofNew).not.toMatch(/it lacks|No use of PostgreSQL/);
    await close();
  });

  it.each(TRANSPORTS)('tells of a node that lags behind, over %s', async (transport, url) => {
    const { ledger } = node;
    const { now } = ledger;
    Object.assign(ledger, { now: () => now() - 3_600_000 });
    const settings = { ...sound, SUI_TRANSPORT: transport, SUI_URL: url() };
    const { isSound, output } = await examined(settings).finally(() =>
      Object.assign(ledger, { now }),
    );
    expect(output).toMatch(
      /^WRONG {2}chain +Its newest checkpoint is 36\d\d s old: it lags behind/m,
    );
    expect(isSound).toBe(false);
  });

  it.each(TRANSPORTS)('knows a card by its struct, over %s', async (transport, url) => {
    const names = [
      ...['NoKey', 'NoStore', 'NoPicture', 'Nowhere'],
      ...['Upgraded', 'Generic', 'Generic<u8>'],
    ];
    const types = names.map((name) => `${PACKAGE}::card::${name}`);
    const COLLECTION_TYPES = [DEMO_CARD_TYPE, `${PACKAGE}::nowhere::Card`, ...types].join(',');
    const env = { ...sound, SUI_TRANSPORT: transport, SUI_URL: url(), COLLECTION_TYPES };
    const { isSound, output } = await examined(env);
    for (const said of [
      /^right {2}collection +\S+ can be owned, placed in kiosks and sent, and has a name and a picture\./m,
      /^WRONG {2}collection +\S+::NoKey has not the ability key:/m,
      /^WRONG {2}collection +\S+::NoStore has not the ability store:/m,
      /^ODD {4}collection +\S+::NoPicture has no field name and no image_url:/m,
      /^WRONG {2}collection +Its package declares no struct \S+::Nowhere:/m,
      /^WRONG {2}collection +Its package declares no struct \S+::nowhere::Card:/m,
      /^WRONG {2}collection +\S+::Generic has 0 type arguments and takes 1: no card would be found\./m,
      /^right {2}collection +\S+::Generic<u8> can be owned/m,
      // An old protocol does not tell.
      transport === 'jsonrpc'
        ? /^right {2}collection +\S+::Upgraded can be owned/m
        : /^WRONG {2}collection +\S+::Upgraded names an upgrade of its package, .* It is 0x7{64}::card::Upgraded\./m,
    ]) {
      expect(output).toMatch(said);
    }
    expect(isSound).toBe(false);
  });

  it('prints what another server says of itself, and lets none of it act on the terminal', async () => {
    const told = { status: 'ok', version: '9.9\u001b[2J\u0007', commit: null };
    const other = createServer((_request, answer) => answer.end(JSON.stringify(told)));
    const port = await listening(other);
    const { output } = await examined({ ...sound, PUBLIC_ORIGIN: `http://127.0.0.1:${port}` });
    other.close();
    expect(output).toMatch(/^ODD {4}origin +http:\S+ is answered by version 9\.9\?\[2J\?/m);
    expect(output).not.toContain('\u001b');
  });

  it('tells of a server that believes a forged address, also where that has an address of its own', async () => {
    const ports = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
    const at = { HOST: '127.0.0.2', ...ports, DATA_DIR: makeDataFolder() };
    const env = { ...sound, TRUST_PROXY: '127.0.0.0/8', ...at };
    await using _behind = await startProduct({ env, dataDir: at.DATA_DIR });
    const { output } = await examined(env);
    expect(output).toMatch(/^right {2}origin +http:\/\/127\.0\.0\.2:\d+ is answered by version/m);
    expect(output).toMatch(/^WRONG {2}proxy +A forged .* is believed/m);
  });
});
