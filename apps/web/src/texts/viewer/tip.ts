import { inLanguage } from '../language/in-language.ts'

/** The tip button, and tips in the chat. */
export const tipTexts = inLanguage({
  en: {
    tip: 'Tip',
    loginRequired: 'Please log in to send a tip',
    tipped: 'tipped',
    readOut: (username: string, amount: string, message: string) => `${username} tipped ${amount}. ${message}`,
  },
  es: {
    tip: 'Propina',
    loginRequired: 'Inicia sesión para enviar una propina',
    tipped: 'envió una propina de',
    readOut: (username, amount, message) => `${username} envió una propina de ${amount}. ${message}`,
  },
})
