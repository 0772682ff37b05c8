/**
 * RFC 4180: lines end with CRLF; a field with a comma, a quote or a line break stands in quotes. A text that a spreadsheet would take for
 * a formula gets an apostrophe before it (OWASP, 'CSV Injection'); numbers are ours, and stay numbers.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('')
}

function toField(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
