import { embedPath } from '../pages/page-addresses.ts'

/** HTML that shows the player on another page. `siteUrl` has no slash at its end; sizes are in CSS pixels. */
export function embedCode({
  siteUrl,
  username,
  title,
  width,
  height,
}: {
  siteUrl: string
  username: string
  title: string
  width: number
  height: number
}): string {
  const attributes = {
    src: siteUrl + embedPath(username),
    title,
    width: String(width),
    height: String(height),
    // For the player's sound, fullscreen and picture-in-picture buttons.
    allow: 'autoplay; fullscreen; picture-in-picture',
    frameborder: '0',
  }
  const text = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`)
  return `<iframe ${text.join(' ')} allowfullscreen></iframe>`
}

/** Escapes text for use between tags and in attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
