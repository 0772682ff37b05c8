import { inLanguage } from '../../language/in-language.ts'

/** The button for alerts. A page of the site must be open for an alert to appear, and the sentences say so. */
export const liveAlertTexts = inLanguage({
  en: {
    notify: 'Notify me',
    whileOpen: 'While this site is open',
    stop: 'Stop notifying me',
    willNotify: (username: string) =>
      `You will be notified when @${username} goes live, as long as a page of this site is open.`,
    stopped: (username: string) => `You will no longer be notified about @${username}.`,
    blocked: 'Your browser blocks notifications from this site. Allow them in the browser settings for this site.',
    isLive: (username: string) => `@${username} is live`,
  },
  es: {
    notify: 'Avísame',
    whileOpen: 'Con este sitio abierto',
    stop: 'No avisarme más',
    willNotify: (username) =>
      `Te avisaremos cuando @${username} salga en vivo, siempre que tengas abierta una página de este sitio.`,
    stopped: (username) => `Ya no te avisaremos de @${username}.`,
    blocked: 'Tu navegador bloquea los avisos de este sitio. Permítelos en los ajustes del navegador para este sitio.',
    isLive: (username) => `@${username} está en vivo`,
  },
})
