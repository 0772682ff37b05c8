import { inLanguage } from '../language/in-language.ts'

/** The player embedded in a page of another site. */
export const embedTexts = inLanguage({
  en: {
    page: (username: string) => `@${username}`,
    watchOn: (site: string) => `Watch on ${site}`,
    noChannelTitle: 'Channel not found',
    noChannel: 'The address of this player does not name a channel of this site.',
  },
  es: {
    page: (username) => `@${username}`,
    watchOn: (site) => `Ver en ${site}`,
    noChannelTitle: 'Canal no encontrado',
    noChannel: 'La dirección de este reproductor no nombra ningún canal de este sitio.',
  },
})
