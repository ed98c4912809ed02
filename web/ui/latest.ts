/** Asynchronous work of which only the latest result counts. */
interface Latest {
  /** Starts new work and aborts the earlier. The signal is aborted by the next `begin` or by `stop`. */
  begin(): AbortSignal;
  stop(): void;
}

export function createLatest(): Latest {
  let current = new AbortController();
  return {
    begin() {
      current.abort();
      current = new AbortController();
      return current.signal;
    },
    stop: () => current.abort(),
  };
}
