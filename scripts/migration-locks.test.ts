import { describe, expect, it } from 'vitest';
import { MIGRATIONS_FOLDER, readMigrations } from '#server/db/migrate.ts';
import { findLocks } from './migration-locks.ts';

const found = (text: string): string[] => findLocks([{ name: '9000-planted.sql', text }]);

describe('a migration', () => {
  it('keeps nobody waiting and takes nothing away that the version before reads', () => {
    expect(
      findLocks(readMigrations(MIGRATIONS_FOLDER)),
      'write it another way, or say above it in a line `-- lock: ...` why nobody waits (docs/decisions/0202-updates-without-a-gap.md)',
    ).toEqual([]);
  });

  it.each([
    ['CREATE INDEX quick ON collectors (name)', 'builds an index'],
    ['CREATE UNIQUE INDEX ON "collectors" (name)', 'builds an index'],
    ['ALTER TABLE collectors ALTER COLUMN name TYPE varchar(9)', 'changes a type'],
    ['ALTER TABLE collectors\n  ALTER name SET NOT NULL', 'for NOT NULL'],
    ['ALTER TABLE collectors ADD COLUMN key uuid DEFAULT gen_random_uuid()', 'row by row'],
    ['ALTER TABLE collectors ADD COLUMN n int GENERATED ALWAYS AS (1) STORED', 'row by row'],
    ["ALTER TABLE collectors ADD CHECK (name <> '')", 'NOT VALID'],
    ['ALTER TABLE collectors ADD CONSTRAINT once UNIQUE (name)', 'NOT VALID'],
    ['ALTER TABLE collectors ADD COLUMN card text REFERENCES cards', 'constraint of a column'],
    ['alter table if exists collectors drop column name', 'still reads'],
    ['ALTER TABLE collectors RENAME name TO title', 'still reads'],
    ['DROP TABLE collectors', 'still reads'],
    ['UPDATE collectors SET name = NULL', 'every row'],
    ['DELETE FROM collectors', 'every row'],
    ['LOCK TABLE collectors', 'whole table'],
  ])('is found out: %s', (statement, why) => {
    expect(found(`-- Why.\nSELECT 1;\n${statement};`)).toEqual([
      expect.stringContaining(`9000-planted.sql: c`),
    ]);
    expect(found(statement)[0]).toContain(why);
    expect(found(`-- One; and another.\n${statement};`)[0]).toContain(why);
  });

  it.each([
    'ALTER TABLE collectors ADD COLUMN motto text',
    'ALTER TABLE collectors ADD COLUMN wins int NOT NULL DEFAULT 0',
    "ALTER TABLE collectors ADD CONSTRAINT named CHECK (name <> '') NOT VALID",
    'CREATE TABLE fresh (n int PRIMARY KEY); CREATE INDEX ON fresh (n); UPDATE fresh SET n = 1',
    'UPDATE collectors SET name = NULL WHERE wallet = 1',
    'CREATE FUNCTION f() RETURNS void AS $$ BEGIN DELETE FROM collectors; END $$ LANGUAGE plpgsql',
    '-- lock: ten rows at most\nCREATE INDEX ON collectors (name)',
  ])('may: %s', (statement) => {
    expect(found(statement)).toEqual([]);
  });
});
