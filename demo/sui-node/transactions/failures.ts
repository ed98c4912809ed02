/** A node's "no" before anything ran: nothing changed, no gas was charged. */
export class TransactionRefusedError extends Error {
  override name = 'TransactionRefusedError';
}

/** Why a program failed, as nodes name it. */
export const OVER_BUDGET = 'InsufficientGas';
