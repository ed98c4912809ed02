/** The result of `use`; null where the browser does not let the page store anything, or what is stored cannot be read. */
export function ifStorageAllows<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
