/** Where people's data is kept, as those see it who do not know how. */
export abstract class StorageError extends Error {
  /** It cannot be reached or takes nothing at the moment: nothing is wrong with what it was asked. */
  abstract readonly isAway: boolean;
}
