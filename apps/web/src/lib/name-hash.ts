/** FNV-1a with 32 bits: a name has the same colours everywhere. */
export function nameHash(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** The text colour of a name: its own hue, and about the same lightness for all names, in both themes. */
export function nameColour(name: string): string {
  const hue = nameHash(name) % 360
  return `light-dark(oklch(46% 0.13 ${hue}), oklch(80% 0.11 ${hue}))`
}
