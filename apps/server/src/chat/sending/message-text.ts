/**
 * Characters that are removed: control characters except the line break, marks that change the direction of the text around
 * them (a message could then look like another user's), and characters without width. Joiners are kept, because emoji
 * sequences and Persian words need them.
 */
const unwanted =
  /[\p{Cc}--\n]|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]|\p{Cs}/gv
/** A zero-width joiner that joins nothing. */
const strayJoiner = /(?<![\p{Emoji}\p{L}\p{M}\ufe0f])\u200d+|\u200d+(?![\p{Emoji}\p{L}])/gv
/** A zero-width non-joiner that is not between two letters that would join. */
const strayNonJoiner = /(?<!\p{Script=Arabic})\u200c|\u200c(?!\p{Script=Arabic})/gv
const meCommand = /^\/me\s+/i

/** The form in which a typed text is stored: trimmed, in Unicode form NFC, without unwanted characters. */
export function cleanText(typed: string): string {
  return typed
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(unwanted, '')
    .replace(strayJoiner, '')
    .replace(strayNonJoiner, '')
    .normalize('NFC')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

/** Turns a leading `/me` into an action: the message then describes what its sender does. */
export function readCommand(text: string): { kind: 'message' | 'action'; text: string } {
  if (!meCommand.test(text)) return { kind: 'message', text }
  return { kind: 'action', text: text.replace(meCommand, '') }
}

/** The length in code points, which is close to what a person counts. */
export function lengthOf(text: string): number {
  return [...text].length
}

const emote = /:[a-z0-9_+-]{1,32}:/gi
const emoji = /\p{RGI_Emoji}|\p{Extended_Pictographic}\ufe0f?/gv

/** True if the text contains only emoji and `:name:` emotes. */
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

/** The first of these words that the text contains as a whole word, ignoring case, character width and joiners. */
export function findBlockedWord(text: string, words: readonly string[]): string | undefined {
  const folded = fold(text)
  return words.find((word) => containsWholeWord(folded, fold(word)))
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u200c\u200d]/g, '')
    .toLowerCase()
}

function containsWholeWord(text: string, word: string): boolean {
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
