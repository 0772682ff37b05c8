import { inLanguage } from '../language/in-language.ts'

/** The ways to the console of the people who run the site. */
export const rightsTexts = inLanguage({
  en: {
    runSite: 'Run this site',
    account: (username: string) => `Account @${username}`,
    removeMessage: 'Remove the message…',
    rightsUntil: (time: string) => `Your rights to run this site end at ${time}`,
  },
  es: {
    runSite: 'Gestionar este sitio',
    account: (username) => `Cuenta @${username}`,
    removeMessage: 'Eliminar el mensaje…',
    rightsUntil: (time) => `Tus permisos para gestionar este sitio terminan a las ${time}`,
  },
})
