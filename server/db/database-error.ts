/** What a statement fails with, fit for a log: the statement's text has no values in it. */

/** PostgreSQL's own words, and where it found them. */
interface Told {
  readonly message: string;
  readonly code?: string | undefined;
  readonly constraint?: string | undefined;
  readonly routine?: string | undefined;
}

const LONGEST_STATEMENT = 500;

/** As against words of the system (ECONNREFUSED, EPIPE) and our own. */
const SQLSTATE = /^(\d|F0|HV|P0|XX)/;
/**
 * No way in (08, 28, 3D, 57P), no room or no memory (53), its disk fails (58), it only reads (25006), or
 * it was too slow (55P03, 57014).
 */
const AWAY = /^(08|25006|28|3D|53|55P03|57|58)/;

/**
 * `code` is PostgreSQL's SQLSTATE, the system's word for what became of the connection (ECONNREFUSED),
 * or one of ours: NO_CONNECTION (none was free in time), POOL_ENDED, CONNECTION_LOST.
 */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
  readonly code: string;
  /** It cannot be reached or takes nothing at the moment: nothing is wrong with what it was asked. */
  readonly isAway: boolean;
  readonly constraint?: string;
  readonly routine?: string;
  readonly statement?: string;

  constructor(message: string, code: string, told: Partial<Told> = {}, statement?: string) {
    super(message);
    this.code = code;
    this.isAway = !SQLSTATE.test(code) || AWAY.test(code);
    if (told.constraint !== undefined) this.constraint = told.constraint;
    if (told.routine !== undefined) this.routine = told.routine;
    if (statement !== undefined) this.statement = statement.trim().slice(0, LONGEST_STATEMENT);
  }
}

/**
 * Leaves out what PostgreSQL says about values: a detail names whole rows, and a message about bad
 * data (class 22) quotes the value.
 */
export function databaseError(error: Error, statement?: string): Error {
  if (error instanceof RangeError || error instanceof DatabaseError) return error;
  const told: Told = error;
  const code = told.code ?? 'CONNECTION_LOST';
  const words = told.message || code; // several addresses that all refused have no words
  const message = code.startsWith('22') ? words.replace(/".*"/s, '"..."') : words;
  return new DatabaseError(message, code, told, statement);
}

/** Serialisation failure and deadlock: undone by PostgreSQL, and worth another try. */
export const isLostRace = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01');

/**
 * The connection's prepared statement does not fit any more (a table has changed since) or is not
 * there. Said before anything is done.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  (error.code === '26000' ||
    error.code === '42P05' ||
    (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'));

/** There, and takes nobody yet: it comes up, or puts itself in order after a crash. */
export const isStarting = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '57P03';

/** The server is about to close the connection, or has lost its way (classes 08, 57P, 58, XX). */
export const endsConnection = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(08|25P03|57P|58|XX|CONNECTION_LOST)/.test(error.code);
