/** An id for a new group. `crypto.randomUUID` is missing on pages that are not served securely. */
export function newGroupId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `g-${[...bytes].map((byte) => byte.toString(36).padStart(2, '0')).join('')}`;
}
