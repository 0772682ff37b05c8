/** The references that people type; Markdown's others stay as they are. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  euro: '€',
  sect: '§',
}

/** The text with its character references replaced (CommonMark section 2.5). The result is text and never HTML. */
export function plainText(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,6}));/g, (whole, decimal, hex, name) => {
    if (name) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : '\ufffd'
  })
}
