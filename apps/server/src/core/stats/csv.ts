/**
 * Writes CSV (RFC 4180): lines end with CRLF, and fields with a comma, a quote or a line break are quoted. Text that a spreadsheet would
 * read as a formula is prefixed with an apostrophe (OWASP, 'CSV Injection'). Numbers are the server's own and stay numbers.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('')
}

function toField(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
