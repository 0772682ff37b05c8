/** What follows the prefix in the path; undefined where the path is not below it. */
export function suffixBelow(prefix: string, path: string): string | undefined {
  if (prefix === '') return path
  if (prefix === path) return ''
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : undefined
}
