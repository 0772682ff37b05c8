import type { ErrorCode } from '@waggle/contract/errors'
import { language } from '../language/language.ts'

let inSpanish: ((code: ErrorCode, sentence: string) => string) | undefined

// The server sends the English sentences itself. The others are only for those who read them, and needed after the first picture.
if (language === 'es') {
  import('./spanish-errors.ts').then(
    (texts) => (inSpanish = texts.inSpanish),
    // The English sentence is better than none.
    () => undefined,
  )
}

/** The sentence of a refusal from the server, in the page's language. */
export function refusalText(code: ErrorCode | undefined, sentence: string): string {
  return code === undefined ? sentence : (inSpanish?.(code, sentence) ?? sentence)
}
