/** The time, as an argument: use cases never ask the machine themselves, so tests can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
