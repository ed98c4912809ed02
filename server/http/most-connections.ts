/** How many connections the server takes. Without a bound, visitors could use up the files a process may open. */

/** For the connections to the database, the chain and Redis, and to start PostgreSQL again. */
const OWN_FILES = 200;

/**
 * Leaves the process the files it needs itself, or half of a few.
 * @param openFiles most open files of the process; other than a number where there is no limit
 */
export function mostConnections(openFiles: unknown): number {
  if (typeof openFiles !== 'number') return Number.POSITIVE_INFINITY;
  return Math.max(openFiles - OWN_FILES, Math.floor(openFiles / 2));
}

/** The limit of this process. Windows has none. */
export function openFilesLimit(): unknown {
  const { report } = process;
  // Else it looks up the name of every connection's other end.
  Object.assign(report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft?: unknown } };
  };
  return userLimits?.open_files?.soft;
}
