/** The seven cells of a honeycomb, one in the middle, in a square of 128. */
const radius = 21
const cells = [
  [64, 64],
  ...[0, 60, 120, 180, 240, 300].map((degrees) => {
    const angle = (degrees * Math.PI) / 180
    return [64 + 38 * Math.cos(angle), 64 + 38 * Math.sin(angle)]
  }),
]

/**
 * Draws a honeycomb, some of whose cells are lit, in the colours of the name, in place of an image host's `GET /u/{name}/avatar`. Without
 * letters: a picture cannot use the typeface of the page that shows it.
 */
export function avatarSvg(name: string): string {
  let hash = 0x811c9dc5
  for (const char of name.slice(0, 64)) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193) >>> 0
  // The upper half of the hash: the lower one is alike for names that end alike.
  const hue = (hash >>> 16) % 360
  const lit = hash >>> 3
  const drawn = cells.map(([x = 0, y = 0], index) => {
    // The cell in the middle is always lit: no picture is empty.
    const lightness = index === 0 || (lit >> index) & 1 ? 66 : 36
    return `<path d="${hexagon(x, y)}" fill="hsl(${hue} 60% ${lightness}%)"/>`
  })
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">' +
    `<rect width="128" height="128" fill="hsl(${hue} 45% 24%)"/>${drawn.join('')}</svg>`
  )
}

/** A cell with a corner at its top, as the path of an SVG. */
function hexagon(x: number, y: number): string {
  const corners = [30, 90, 150, 210, 270, 330].map((degrees) => {
    const angle = (degrees * Math.PI) / 180
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`
  })
  return `M${corners.join('L')}Z`
}
