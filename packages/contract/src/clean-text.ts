// Control characters, and those that change the direction of the text around them: in a title they only disguise.
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const invisibleButLineBreak = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu

/** The text on one line, trimmed, without what cannot be seen. */
export function cleanLine(text: string): string {
  return text.replace(invisible, ' ').replace(/\s+/g, ' ').trim()
}

/** The same with its line breaks. */
export function cleanLines(text: string): string {
  return text
    .replace(/\r\n?|\p{Zl}|\p{Zp}/gu, '\n')
    .replace(invisibleButLineBreak, ' ')
    .trim()
}

/** The characters of a text as people count them: code points, not UTF-16 units. */
export function lengthOf(text: string): number {
  return [...text].length
}

/** The text without the characters past the first `maxLength`, so that none is cut in two. */
export function firstCharacters(text: string, maxLength: number): string {
  return [...text].slice(0, maxLength).join('')
}
