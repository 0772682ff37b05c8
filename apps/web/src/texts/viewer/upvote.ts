import { inLanguage } from '../language/in-language.ts'

/** The upvote button. */
export const upvoteTexts = inLanguage({
  en: {
    upvote: 'Upvote',
    voting: 'Voting...',
    voted: 'Voted!',
    earned: (amount: string) => `Earned ${amount}`,
  },
  es: {
    upvote: 'Votar',
    voting: 'Votando...',
    voted: '¡Votado!',
    earned: (amount) => `Ganó ${amount}`,
  },
})
