import { inLanguage } from '../language/in-language.ts'

/** The account menu. */
export const accountTexts = inLanguage({
  en: {
    accountMenu: (user: string) => `Account menu of @${user}`,
    signedInAs: 'Logged in as',
    dashboard: 'Streamer Dashboard',
    profile: 'Profile',
    streamKey: 'Stream Key',
    sessions: 'Sessions',
    logout: 'Logout',
  },
  es: {
    accountMenu: (user) => `Menú de la cuenta de @${user}`,
    signedInAs: 'Sesión iniciada como',
    dashboard: 'Panel del streamer',
    profile: 'Perfil',
    streamKey: 'Clave de transmisión',
    sessions: 'Sesiones',
    logout: 'Cerrar sesión',
  },
})
