import { inLanguage } from '../language/in-language.ts'

/** The player alone, in another site's page. */
export const embedTexts = inLanguage({
  en: {
    page: (username: string) => `@${username}`,
    watchOn: (site: string) => `Watch on ${site}`,
    noChannelTitle: 'There is no such channel',
    noChannel: 'The address of this player names no channel of this site.',
  },
  es: {
    page: (username) => `@${username}`,
    watchOn: (site) => `Ver en ${site}`,
    noChannelTitle: 'Ese canal no existe',
    noChannel: 'La dirección de este reproductor no nombra ningún canal de este sitio.',
  },
})
