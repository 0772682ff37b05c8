import { inLanguage } from '../language/in-language.ts'

/** The dashboard's header and the names of its sections. */
export const dashboardTexts = inLanguage({
  en: {
    title: 'Streamer Dashboard',
    welcome: (user: string) => `Welcome back, @${user}!`,
    refresh: 'Refresh',
    checkingLogin: 'Checking your login',
    dismiss: 'Dismiss',
    sections: 'Dashboard sections',
    preview: 'Preview',
    statistics: 'Statistics',
    chat: 'Chat',
    settings: 'Settings',
    history: 'History',
    tips: 'Tips',
    tools: 'Tools',
  },
  es: {
    title: 'Panel del streamer',
    welcome: (user: string) => `¡Hola de nuevo, @${user}!`,
    refresh: 'Actualizar',
    checkingLogin: 'Comprobando tu sesión',
    dismiss: 'Descartar',
    sections: 'Secciones del panel',
    preview: 'Vista previa',
    statistics: 'Estadísticas',
    chat: 'Chat',
    settings: 'Ajustes',
    history: 'Historial',
    tips: 'Propinas',
    tools: 'Herramientas',
  },
})
