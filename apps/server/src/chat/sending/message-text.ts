/**
 * Characters nobody means to write: controls except the line break, marks that turn the direction of the text around them
 * (a message could then pass for another's), and those without width except joiners, which emoji are made with and
 * Persian words are written with.
 */
const unwanted =
  /[\p{Cc}--\n]|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]|\p{Cs}/gv
/** The joiner where it joins nothing. */
const looseJoiner = /(?<![\p{Emoji}\p{L}\p{M}\ufe0f])\u200d+|\u200d+(?![\p{Emoji}\p{L}])/gv
/** What keeps letters apart, where it is not between two that would join. */
const looseNonJoiner = /(?<!\p{Script=Arabic})\u200c|\u200c(?!\p{Script=Arabic})/gv
const command = /^\/me\s+/i

/** What is stored of what was typed: trimmed, in composed form, without unwanted characters. */
export function cleanText(typed: string): string {
  return typed
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(unwanted, '')
    .replace(looseJoiner, '')
    .replace(looseNonJoiner, '')
    .normalize('NFC')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

/** Takes a leading `/me` as what it means: the message says what its writer does. */
export function readCommand(text: string): { kind: 'message' | 'action'; text: string } {
  if (!command.test(text)) return { kind: 'message', text }
  return { kind: 'action', text: text.replace(command, '') }
}

/** Length as a person counts it, nearly: code points. */
export function lengthOf(text: string): number {
  return [...text].length
}

const emote = /:[a-z0-9_+-]{1,32}:/gi
const emoji = /\p{RGI_Emoji}|\p{Extended_Pictographic}\ufe0f?/gv

/** True when nothing is in it but emoji and `:name:`. */
export function isOnlyEmotes(text: string): boolean {
  return text.replace(emote, '').replace(emoji, '').trim() === ''
}

const topLevelDomains =
  'com|net|org|io|tv|gg|me|co|app|dev|xyz|info|live|link|site|online|shop|club|biz|ru|cn|de|uk|fr|it|es|pl|br|jp|kr|nl|eu|us|ca|au|in|to|ly|be|sh|ai|blog|fun|top|vip|win|cc|ws'
const link = new RegExp(
  String.raw`[a-z][a-z0-9+.-]{1,20}://\S|\bwww\.\S|\b[a-z0-9-]{1,63}\.(?:${topLevelDomains})(?![a-z0-9])|\b[a-z0-9-]{1,63}\.[a-z]{2,24}/\S`,
  'iu',
)

export function hasLink(text: string): boolean {
  return link.test(text.normalize('NFKC'))
}

/** The first of the words that stands in the text on its own, whatever its case, width and joiners. */
export function findBlockedWord(text: string, words: readonly string[]): string | undefined {
  const folded = fold(text)
  return words.find((word) => standsAlone(folded, fold(word)))
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u200c\u200d]/g, '')
    .toLowerCase()
}

function standsAlone(text: string, word: string): boolean {
  if (word === '') return false
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordCharacter(text.slice(0, at), -1) && !isWordCharacter(text.slice(at + word.length), 0)) return true
  }
  return false
}

function isWordCharacter(text: string, at: 0 | -1): boolean {
  const character = at === 0 ? String.fromCodePoint(text.codePointAt(0) ?? 32) : ([...text.slice(-2)].at(-1) ?? ' ')
  return /[\p{L}\p{N}]/u.test(character)
}
