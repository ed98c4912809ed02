/**
 * Days and moments in words, as `Intl` writes them in English. Not through `Intl`: its first formatter takes a phone a
 * tenth of a second.
 */

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * 'Mar 3, 2026'
 * @param at ISO 8601
 * @param zone the reader's own if undefined
 */
export function formatDay(at: string, zone?: 'UTC'): string {
  const date = new Date(at);
  return zone === 'UTC'
    ? `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
    : `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}

/** 'Mar 3, 2026, 10:15 AM' in the reader's zone. Only when hydrated: the server's zone is another. */
export function formatMoment(at: string): string {
  const date = new Date(at);
  const hours = date.getHours();
  const minutes = String(date.getMinutes()).padStart(2, '0');
  return `${formatDay(at)}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}
