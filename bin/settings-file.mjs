// Plain JavaScript for the host's Node, whatever its version.

const assignment = /^(?:export\s+)?[A-Za-z_]\w*\s*=\s*(.*)$/

/**
 * The number of the first line that sets nothing, such as `WAGGLE_HTTP_PORT 8080`; undefined in a file that is in order. Node reads over
 * such lines in silence. A value in quotes may have several lines.
 */
export function findBadLine(text) {
  let quote
  for (const [index, line] of text.split('\n').entries()) {
    const found = line.trim()
    if (quote !== undefined) {
      if (found.includes(quote)) quote = undefined
      continue
    }
    if (found === '' || found.startsWith('#')) continue
    const value = assignment.exec(found)?.[1]
    if (value === undefined) return index + 1
    const [first] = value
    if (/["'`]/.test(first ?? '') && !value.includes(first, 1)) quote = first
  }
  return undefined
}
