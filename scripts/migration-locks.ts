/**
 * What a migration must not do while servers run: lock a table for a time that grows with its rows, or remove what
 * the previous version still reads. An exception needs a reason in the comment above it: `-- lock: ten rows at most`.
 */

interface MigrationFile {
  readonly name: string;
  readonly text: string;
}

/** Migrations up to this one are older than the check and are never edited. */
const LAST_UNCHECKED = '0121';
const EXCUSE = /--\s*lock:\s*\S/;

const TABLE = String.raw`(?:IF (?:NOT )?EXISTS )?(?:ONLY )?"?(\w+)"?`;
const inAlter = (what: string): RegExp => new RegExp(`^ALTER TABLE ${TABLE} .*${what}`, 'i');

/** Patterns for one statement; the first group is the table. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [
    /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)(?:.*? )?ON (?:ONLY )?"?(\w+)"?/i,
    'builds an index: no row can be written meanwhile. Write IF NOT EXISTS, and say in `-- lock:` that it is built by hand with CONCURRENTLY before the update',
  ],
  [
    inAlter(String.raw`ALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b`),
    'changes a type: every row is written anew',
  ],
  [
    inAlter(String.raw`SET NOT NULL\b`),
    'reads every row for NOT NULL: add a CHECK (... IS NOT NULL) NOT VALID',
  ],
  [
    inAlter(
      String.raw`ADD (?:COLUMN )?(?!CONSTRAINT\b).*\b(?:GENERATED|SERIAL|BIGSERIAL|random\(|gen_random_uuid\(|clock_timestamp\()`,
    ),
    'adds a column that is worked out row by row',
  ],
  [
    inAlter(
      String.raw`ADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY|EXCLUDE)\b(?!.*NOT VALID)(?!.*USING INDEX)`,
    ),
    'checks every row: add it NOT VALID',
  ],
  [
    inAlter(
      String.raw`ADD (?:COLUMN )?(?!CONSTRAINT\b)\w+ .*\b(?:UNIQUE|PRIMARY KEY|REFERENCES|CHECK)\b`,
    ),
    'checks every row for the constraint of a column',
  ],
  [
    inAlter(String.raw`(?:DROP (?:COLUMN )?(?!CONSTRAINT|DEFAULT|NOT NULL)\w|RENAME )`),
    'takes away what the version before still reads',
  ],
  [new RegExp(`^DROP TABLE ${TABLE}`, 'i'), 'takes away what the version before still reads'],
  [/^UPDATE (?:ONLY )?"?(\w+)"?(?!.*\bWHERE\b)/i, 'writes every row'],
  [/^DELETE FROM (?:ONLY )?"?(\w+)"?(?!.*\bWHERE\b)/i, 'removes every row'],
  [
    /^(?:LOCK|TRUNCATE|CLUSTER|REINDEX|VACUUM)(?: TABLE)?(?: INDEX)? "?(\w+)"?/i,
    'takes the whole table',
  ],
];

/** One line per forbidden statement. */
export function findLocks(files: readonly MigrationFile[]): string[] {
  return files
    .filter(({ name }) => name.slice(0, 4) > LAST_UNCHECKED)
    .flatMap(({ name, text }) => locksOf(text).map((why) => `${name}: ${why}`));
}

function locksOf(text: string): string[] {
  const created = new Set(
    [...text.matchAll(new RegExp(`CREATE TABLE ${TABLE}`, 'gi'))].map(([, table]) => table),
  );
  return statementsOf(text).flatMap(({ statement, isExcused }) => {
    if (isExcused) return [];
    for (const [pattern, why] of RULES) {
      const table = pattern.exec(statement)?.[1];
      // A table created by the same file is not in use yet.
      if (table !== undefined && !created.has(table)) return [`${table}: ${why}`];
    }
    return [];
  });
}

/** One line per statement, without comments and function bodies. */
function statementsOf(text: string): { statement: string; isExcused: boolean }[] {
  return text
    .replaceAll(/--.*$/gm, (comment) => comment.replaceAll(/[;$]/g, ' '))
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "'a body'")
    .split(';')
    .map((part) => ({
      statement: part.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim(),
      isExcused: EXCUSE.test(part),
    }))
    .filter(({ statement }) => statement !== '');
}
