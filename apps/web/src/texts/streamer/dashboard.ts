import { inLanguage } from '../language/in-language.ts'

export const dashboardTexts = inLanguage({
  en: {
    title: 'Streamer Dashboard',
    welcome: (user: string) => `Welcome back, @${user}!`,
    refresh: 'Refresh',
    checkingLogin: 'Checking your login',
    dismiss: 'Dismiss',
    places: 'Parts of the dashboard',
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
    places: 'Partes del panel',
    preview: 'Vista previa',
    statistics: 'Estadísticas',
    chat: 'Chat',
    settings: 'Ajustes',
    history: 'Historial',
    tips: 'Propinas',
    tools: 'Herramientas',
  },
})
