/** Results of whole matches and their tables. */
import { median, percentile, printTable, rounded } from '../figures.ts';
import type { Contender, Pair } from './contender.ts';
import type { Played } from './load.ts';

export interface Part {
  readonly name: string;
  readonly pairs: number;
  readonly thinkMs: () => number;
  play(pairs: readonly Pair[]): Promise<Played>;
}

export interface Result {
  readonly part: Part;
  readonly contender: Contender;
  readonly turn: number;
  readonly played: Played;
  /** Time from the second card of a round until both know the result, in ms. */
  readonly roundMs: readonly number[];
  readonly serverUs: number;
  readonly databaseUs: number;
  readonly statements: number;
  readonly megabytes: number;
  /** CPU of this process, which runs the players. */
  readonly loadCores: number;
  /** Other CPU use of the machine: must be near zero for reliable results. */
  readonly otherCores: number;
}

/** A column of the table: how it is read and formatted, and whether ours is compared with the peer's. */
interface Column {
  readonly name: string;
  readonly of: (result: Result) => number;
  readonly unit?: string;
  readonly digits?: number;
  readonly isCompared?: boolean;
}

const COLUMNS: readonly Column[] = [
  { name: 'matches/s', of: ({ played }) => played.matches / played.seconds, digits: 0 },
  {
    name: 'of those due',
    of: ({ played }) => (played.inTime / (played.due ?? Number.NaN)) * 100,
    unit: ' %',
    digits: 0,
  },
  ...([0.5, 0.99] as const).map((share) => ({
    name: `${share === 0.5 ? '2nd SHOT to both ' : ''}p${share * 100}`,
    of: ({ roundMs }: Result) => percentile(roundMs, share),
    unit: ' ms',
    isCompared: true,
  })),
  ...([0.5, 0.99] as const).map((share) => ({
    name: `${share === 0.5 ? 'match ' : ''}p${share * 100}`,
    of: ({ played }: Result) => percentile(played.matchMs, share),
    unit: ' ms',
  })),
  {
    name: 'server CPU/match',
    of: ({ serverUs }) => serverUs,
    unit: ' us',
    digits: 0,
    isCompared: true,
  },
  {
    name: 'with PostgreSQL',
    of: ({ serverUs, databaseUs }) => serverUs + databaseUs,
    unit: ' us',
    digits: 0,
    isCompared: true,
  },
  { name: 'statements', of: ({ statements }) => statements },
  { name: 'memory', of: ({ megabytes }) => megabytes, unit: ' MB', digits: 0, isCompared: true },
  { name: 'load cores', of: ({ loadCores }) => loadCores, digits: 2 },
  { name: 'other cores', of: ({ otherCores }) => otherCores, digits: 2 },
];

/** One table per turn if there are several, then medians and ratios. */
export function printResults(
  results: readonly Result[],
  parts: readonly Part[],
  contenders: readonly Contender[],
): void {
  const turns = [...new Set(results.map(({ turn }) => turn))];
  const isRepeated = turns.length > 1;
  if (isRepeated) {
    for (const turn of turns) {
      printFigures(
        `Turn ${turn + 1}`,
        results.filter((result) => result.turn === turn),
        parts,
        contenders,
      );
    }
  }
  const title = isRepeated ? `Medians of ${turns.length} turns` : 'One turn';
  printFigures(title, results, parts, contenders);

  const compared = COLUMNS.filter(({ isCompared }) => isCompared);
  const [ours, peers] = contenders;
  const rows = parts.map((part) => {
    const ratiosOf = ({ of }: Column) =>
      turns.map((turn) => {
        const [one, other] = [ours, peers].map((contender) =>
          results.find(
            (result) =>
              result.part === part && result.turn === turn && result.contender === contender,
          ),
        );
        return one && other ? of(one) / of(other) : Number.NaN;
      });
    const cells = compared.map((column) => {
      const ratios = ratiosOf(column);
      const each = ratios.map((ratio) => rounded(ratio, 2)).join(' ');
      return isRepeated ? `${rounded(median(ratios), 2)} (${each})` : each;
    });
    return [part.name, ...cells];
  });
  const heads = compared.map(({ name }) => name);
  printTable(`${ours?.name} over ${peers?.name}: below 1 ours is the better`, [
    ['', ...heads],
    ...rows,
  ]);
}

function printFigures(
  title: string,
  results: readonly Result[],
  parts: readonly Part[],
  contenders: readonly Contender[],
): void {
  const rows = parts.flatMap((part) => [
    [part.name],
    ...contenders.map((contender) => {
      const own = results.filter(
        (result) => result.part === part && result.contender === contender,
      );
      const cells = COLUMNS.map(({ of, digits, unit = '' }) => {
        const figure = median(own.map(of));
        return Number.isFinite(figure) ? rounded(figure, digits) + unit : '-';
      });
      return [`  ${contender.name}`, ...cells];
    }),
  ]);
  printTable(title, [['', ...COLUMNS.map(({ name }) => name)], ...rows]);
}
