/**
 * Draws a coloured disc with the first two letters of the name, as the site does where there is no picture, in place of an image host's
 * `GET /u/{name}/avatar`.
 */
export function avatarSvg(name: string): string {
  const letters =
    name
      .replaceAll(/[^a-z0-9]/gi, '')
      .slice(0, 2)
      .toUpperCase() || '?'
  let hue = 0
  for (const char of name.slice(0, 64)) hue = (hue * 31 + char.codePointAt(0)!) % 360
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">' +
    `<circle cx="64" cy="64" r="64" fill="hsl(${hue} 45% 30%)"/>` +
    '<text x="64" y="82" font-family="sans-serif" font-size="50" font-weight="700" text-anchor="middle" fill="#fff">' +
    `${letters}</text></svg>`
  )
}
