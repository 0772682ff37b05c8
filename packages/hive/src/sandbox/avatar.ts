/** Draws a coloured disc with the first letter of the name, in place of an image host's `GET /u/{name}/avatar`. */
export function avatarSvg(name: string): string {
  const letter = /[a-z0-9]/i.exec(name)?.[0].toUpperCase() ?? '?'
  let hue = 0
  for (const char of name.slice(0, 64)) hue = (hue * 31 + char.codePointAt(0)!) % 360
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">' +
    `<circle cx="64" cy="64" r="64" fill="hsl(${hue} 45% 42%)"/>` +
    '<text x="64" y="86" font-family="sans-serif" font-size="64" text-anchor="middle" fill="#fff">' +
    `${letter}</text></svg>`
  )
}
