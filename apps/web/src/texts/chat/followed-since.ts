import { inLanguage } from './language/in-language.ts'

/** Since when a user follows the channel: loaded with the card of a user. */
export const followedSinceTexts = inLanguage({
  en: { since: (date: string) => `Follows since ${date}`, never: 'Does not follow this channel' },
  es: { since: (date) => `Sigue al canal desde el ${date}`, never: 'No sigue a este canal' },
})
