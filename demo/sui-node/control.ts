import { FAULT_KINDS, type Fault, type Faults } from './faults.ts';

const FRONTS = ['grpc', 'graphql', 'jsonrpc'];
const COUNTS = ['after', 'times', 'ms', 'retryAfterSeconds'] as const;

/**
 * `POST /control/faults`, body: a JSON list of faults that replaces those set; an empty one clears them.
 * False when the body is no such list; then nothing changes.
 */
export function setFaultsFrom(faults: Faults, body: Buffer): boolean {
  let list: unknown;
  try {
    list = JSON.parse(body.toString('utf8'));
  } catch {
    return false;
  }
  if (!Array.isArray(list) || !list.every(isFault)) return false;
  faults.set(...list);
  return true;
}

function isFault(value: unknown): value is Fault {
  if (typeof value !== 'object' || value === null) return false;
  const fault = value as Record<string, unknown>;
  return (
    FAULT_KINDS.includes(fault.kind as Fault['kind']) &&
    (fault.front === undefined || FRONTS.includes(fault.front as string)) &&
    (fault.method === undefined || typeof fault.method === 'string') &&
    COUNTS.every((key) => fault[key] === undefined || isCount(fault[key]))
  );
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
