/** CSV as in RFC 4180, without cells that a spreadsheet would run as formulas. */

/**
 * Spreadsheets treat such a cell as a formula, even in quotes or after white space. East Asian versions
 * accept the full-width signs too.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Puts an apostrophe before text that a spreadsheet would run as a formula. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** One field. Formulas are escaped in text, not in numbers. */
function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = escapeFormula(value);
  // Some programs trim fields without quotes.
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One record with its line end (CRLF). */
export function csvRecord(values: readonly (string | number)[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}
