/** More are no help to whoever types. */
const most = 20

/** Of these accounts those that may be meant, what begins as it was typed first. With an @ where one was typed. */
export function suggestedNames(known: Iterable<string>, typed: string, listed: readonly string[]): string[] {
  const text = typed.trim().toLowerCase()
  const [at, sought] = text.startsWith('@') ? ['@', text.slice(1)] : ['', text]
  const isListed = new Set(listed)
  const found = [...new Set(known)].filter((name) => name.includes(sought) && !isListed.has(name))
  const isLater = (name: string) => Number(!name.startsWith(sought))
  return found
    .toSorted((one, other) => isLater(one) - isLater(other))
    .slice(0, most)
    .map((name) => at + name)
}
