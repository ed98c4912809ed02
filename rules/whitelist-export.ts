/**
 * The whitelist as files (W6), in the order of the list. Files are generated in pieces, some of them
 * empty, so that the caller can yield to the event loop with 100,000 registrations.
 */
export const EXPORT_FORMATS = ['csv', 'json', 'txt'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const NAME = 'The MAINZ Booster Pack Whitelist';
/** Registrations per piece: some hundred kB at most. */
const PER_PIECE = 250;

export interface ExportedEntry {
  readonly id: string;
  readonly walletAddress: string;
  readonly selectedNftIds: readonly string[];
  readonly entryCount: number;
  /** ISO 8601 in UTC. */
  readonly registeredAt: string;
  readonly hasRequiredCards: boolean;
  readonly checkedAt: string;
}

type Cell = string | number;

/** Of csv and txt, with what each says of a registration. */
const COLUMNS: readonly (readonly [name: string, cell: (entry: ExportedEntry) => Cell])[] = [
  ['Wallet Address', (entry) => entry.walletAddress],
  ['Entry Count', (entry) => entry.entryCount],
  ['NFTs Selected', (entry) => entry.selectedNftIds.length],
  ['Registration Date', (entry) => entry.registeredAt],
];
const HEAD = COLUMNS.map(([name]) => name);

/** For example `the-mainz-booster-pack-whitelist-2026-03-01.csv`, with the UTC day. */
export function exportFileName(format: ExportFormat, exportedAt: string): string {
  return `${NAME.toLowerCase().replaceAll(' ', '-')}-${exportedAt.slice(0, 10)}.${format}`;
}

/** @param exportedAt ISO 8601 in UTC */
export function exportPieces(
  format: ExportFormat,
  entries: readonly ExportedEntry[],
  exportedAt: string,
): Generator<string> {
  return PIECES[format](entries, exportedAt);
}

const PIECES: Readonly<Record<ExportFormat, typeof jsonPieces>> = {
  csv: csvPieces,
  json: jsonPieces,
  txt: textPieces,
};

/** Every wallet once, one per line, in the order of the list. @returns the number of wallets */
export function* addressPieces(entries: readonly ExportedEntry[]): Generator<string, number> {
  const seen = new Set<string>();
  for (const some of portions(entries)) {
    const fresh: string[] = [];
    for (const { walletAddress } of some) {
      if (seen.has(walletAddress)) continue;
      fresh.push(seen.size === 0 ? walletAddress : `\n${walletAddress}`);
      seen.add(walletAddress);
    }
    yield fresh.join('');
  }
  return seen.size;
}

function* csvPieces(entries: readonly ExportedEntry[]): Generator<string> {
  yield csvRecord(HEAD);
  for (const some of portions(entries)) yield some.map((entry) => csvRecord(cells(entry))).join('');
}

function* jsonPieces(entries: readonly ExportedEntry[], exportedAt: string): Generator<string> {
  const { totalEntries, uniqueWallets } = yield* totals(entries);
  const head = {
    exported_at: exportedAt,
    total_entries: totalEntries,
    unique_wallets: uniqueWallets,
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "entries": [`;
  let separator = '\n';
  for (const some of portions(entries)) {
    const lines = some.map((entry) => `    ${JSON.stringify(plain(entry))}`);
    yield separator + lines.join(',\n');
    separator = ',\n';
  }
  yield '\n  ]\n}\n';
}

function* textPieces(entries: readonly ExportedEntry[], exportedAt: string): Generator<string> {
  const { totalEntries, uniqueWallets } = yield* totals(entries);
  const head = [
    NAME,
    `Exported: ${exportedAt}`,
    `Total Entries: ${totalEntries}`,
    `Unique Wallets: ${uniqueWallets}`,
    `Registrations: ${entries.length}`,
    '',
    HEAD.join(' | '),
  ];
  yield `${head.join('\n')}\n`;
  for (const some of portions(entries)) {
    yield some.map((entry) => `${cells(entry).map(oneLine).join(' | ')}\n`).join('');
  }
}

const cells = (entry: ExportedEntry): Cell[] => COLUMNS.map(([, cell]) => cell(entry));

/** Only these fields, in this order; drops others that an entry may have. */
function plain(entry: ExportedEntry): ExportedEntry {
  const { id, walletAddress, selectedNftIds, entryCount, registeredAt } = entry;
  const { hasRequiredCards, checkedAt } = entry;
  return {
    id,
    walletAddress,
    selectedNftIds,
    entryCount,
    registeredAt,
    hasRequiredCards,
    checkedAt,
  };
}

function oneLine(value: Cell): string {
  return String(value).replace(/[\p{Cc}\u2028\u2029|]+/gu, ' ');
}

function* totals(
  entries: readonly ExportedEntry[],
): Generator<string, { totalEntries: number; uniqueWallets: number }> {
  const wallets = new Set<string>();
  let totalEntries = 0;
  for (const some of portions(entries)) {
    for (const { walletAddress, entryCount } of some) {
      wallets.add(walletAddress);
      totalEntries += entryCount;
    }
    yield '';
  }
  return { totalEntries, uniqueWallets: wallets.size };
}

function* portions(entries: readonly ExportedEntry[]): Generator<readonly ExportedEntry[]> {
  for (let at = 0; at < entries.length; at += PER_PIECE) yield entries.slice(at, at + PER_PIECE);
}

/**
 * Spreadsheets treat such a cell as a formula, even in quotes or after white space. East Asian versions
 * accept the full-width signs too.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Puts an apostrophe before text that a spreadsheet would run as a formula. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** One field. Formulas are escaped in text, not in numbers. */
function csvField(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = escapeFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One record as in RFC 4180, with its line end (CRLF). */
export function csvRecord(values: readonly Cell[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}
