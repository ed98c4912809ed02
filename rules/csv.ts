/** Tables as text that spreadsheets open: RFC 4180, and no cell that a spreadsheet would run. */

/**
 * A cell that begins like this is a formula to a spreadsheet, even in quotes or after white space. East
 * Asian versions accept the full-width signs too.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Text that no spreadsheet runs: an apostrophe is put before a formula. */
export function unformulated(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** One field; text is guarded, numbers stay numbers. */
export function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = unformulated(value);
  // Some programs trim fields without quotes.
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One record with its line end (CRLF, as the RFC has it). */
export function csvRecord(values: readonly (string | number)[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}
