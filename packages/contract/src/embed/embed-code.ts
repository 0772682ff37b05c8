/** HTML that shows the player at this address on another page. Sizes are in CSS pixels. */
export function embedCode({
  address,
  title,
  width,
  height,
}: {
  address: string
  title: string
  width: number
  height: number
}): string {
  const attributes = {
    src: address,
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
