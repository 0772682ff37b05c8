import { inLanguage } from '../../language/in-language.ts'

/** The watch page of nobody: without a name, or of one that no account has. */
export const noChannelTexts = inLanguage({
  en: {
    missingTitle: 'Missing User Parameter',
    missing: 'Please provide a user parameter in the URL (e.g., /watch?user=username)',
    seeLive: 'See who is live',
    noChannel: (username: string) => `There is no channel called ${username}`,
    noChannelHint: 'No Hive account has this name. The link may contain a mistake.',
    searchFor: (username: string) => `Search for ${username}`,
  },
  es: {
    missingTitle: 'Falta el parámetro de usuario',
    missing: 'Indica un usuario en la dirección (por ejemplo, /watch?user=nombre)',
    seeLive: 'Ver quién está en vivo',
    noChannel: (username) => `No hay ningún canal llamado ${username}`,
    noChannelHint: 'Ninguna cuenta de Hive tiene este nombre. Puede que el enlace contenga un error.',
    searchFor: (username) => `Buscar ${username}`,
  },
})
