/** Database errors that are safe to log: they contain the statement's text but no values. */

/** PostgreSQL's error fields. */
interface ServerFields {
  readonly message: string;
  readonly code?: string | undefined;
  readonly constraint?: string | undefined;
  readonly routine?: string | undefined;
}

const LONGEST_STATEMENT = 500;

/** Distinguishes SQLSTATE from system codes (ECONNREFUSED, EPIPE) and our own. */
const SQLSTATE = /^(\d|F0|HV|P0|XX)/;
/**
 * Cannot connect (08, 28, 3D, 57P), no schema (3F), no disk space or memory (53), disk fault (58), read-only (25006), too slow
 * (55P03, 57014).
 */
const AWAY = /^(08|25006|28|3D|3F|53|55P03|57|58)/;

/**
 * `code` is PostgreSQL's SQLSTATE, the system's code for a connection error (ECONNREFUSED), or one of ours:
 * NO_CONNECTION (none was free in time), POOL_ENDED, CONNECTION_LOST.
 */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
  readonly code: string;
  /** The database cannot be reached or accepts nothing now; the statement itself is not wrong. */
  readonly isAway: boolean;
  readonly constraint?: string;
  readonly routine?: string;
  readonly statement?: string;

  constructor(
    message: string,
    code: string,
    fields: Partial<ServerFields> = {},
    statement?: string,
    isAway = !SQLSTATE.test(code) || AWAY.test(code),
  ) {
    super(message);
    this.code = code;
    this.isAway = isAway;
    if (fields.constraint !== undefined) this.constraint = fields.constraint;
    if (fields.routine !== undefined) this.routine = fields.routine;
    if (statement !== undefined) this.statement = statement.trim().slice(0, LONGEST_STATEMENT);
  }
}

/** Leaves out values: `detail` contains whole rows, and messages of class 22 quote the value. */
export function databaseError(error: Error, statement?: string): Error {
  if (error instanceof RangeError || error instanceof DatabaseError) return error;
  const fields: ServerFields = error;
  const code = fields.code ?? 'CONNECTION_LOST';
  const words = fields.message || code; // empty when several addresses refused
  const message = code.startsWith('22') ? words.replace(/".*"/s, '"..."') : words;
  return new DatabaseError(message, code, fields, statement);
}

/**
 * Before a statement was sent, so no statement is wrong: a database that is closed for a while (55000), and what poolers say
 * of one they cannot reach (XX000).
 */
export function connectingError(error: Error): DatabaseError {
  const { message, code = 'CONNECTION_LOST' }: ServerFields = error;
  return new DatabaseError(message || code, code, {}, undefined, true);
}

/** Serialisation failure or deadlock: rolled back by PostgreSQL, worth a retry. */
export const isLostRace = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01');

/** PostgreSQL's functions that look up the type of a parameter, before a statement is executed. */
const LOOKS_UP_TYPE = /^getType(Binary)?InputInfo$/;

/**
 * The prepared statement no longer fits (a table or a type has changed, or a restored backup made them anew) or does
 * not exist. Reported before anything is executed.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  (error.code === '26000' ||
    error.code === '42P05' ||
    (error.code === '0A000' && error.routine === 'RevalidateCachedQuery') ||
    (error.code === 'XX000' && LOOKS_UP_TYPE.test(error.routine ?? '')));

/** What the driver says of a server that was asked for TLS. */
export const hasNoTls = (error: unknown): boolean =>
  /does not support SSL/.test((error as Error).message);

/** The server is starting or recovering after a crash. */
export const isStarting = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '57P03';

/** The server, the database or the role has no connection left. */
export const isFull = (error: unknown): boolean => (error as { code?: string }).code === '53300';

/**
 * The server is closing the connection, its state is unknown (classes 08, 57P, 58, XX), or it takes no writes (25006):
 * a new one may reach the server that does, and is told anew whether it may write.
 */
export const endsConnection = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(08|25006|25P03|57P|58|XX|CONNECTION_LOST)/.test(error.code);

export const READ_ONLY = 'it takes no writes: it is a standby, or was set to be read only';

/** Why it takes no writes, in plain words; undefined for any other error. */
export const whyReadOnly = (error: unknown): string | undefined =>
  error instanceof DatabaseError && error.code === '25006' ? READ_ONLY : undefined;
