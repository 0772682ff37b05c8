import { inLanguage } from '../language/in-language.ts'

/** Since when a user follows the channel: loaded with the card of a user. */
export const followedSinceTexts = inLanguage({
  en: { since: (date: string) => `Following since ${date}`, never: 'Not following this channel' },
  es: { since: (date) => `Sigue al canal desde el ${date}`, never: 'No sigue a este canal' },
})
