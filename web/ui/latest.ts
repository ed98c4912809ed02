/** Work of which only the latest counts: what an earlier one still brings in is ignored. */
export interface Latest {
  /** Begins anew. The signal is aborted when something else begins, or nothing is wanted any more. */
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
