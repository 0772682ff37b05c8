import { liveSentence } from '@waggle/contract/push/message'
import { inLanguage } from '../../language/in-language.ts'

/** What is said once alerts were switched on or off, and when a channel goes live. */
export const liveAlertMessages = inLanguage({
  en: {
    willNotify: (username: string) =>
      `You will be notified when @${username} goes live, also when this site is closed.`,
    willNotifyWhileOpen: (username: string) =>
      `You will be notified when @${username} goes live, as long as a page of this site is open.`,
    stopped: (username: string) => `You will no longer be notified about @${username}.`,
    blocked: 'Your browser blocks notifications from this site. Allow them in the browser settings for this site.',
    isLive: liveSentence.en,
  },
  es: {
    willNotify: (username) => `Te avisaremos cuando @${username} salga en vivo, también con este sitio cerrado.`,
    willNotifyWhileOpen: (username) =>
      `Te avisaremos cuando @${username} salga en vivo, siempre que tengas abierta una página de este sitio.`,
    stopped: (username) => `Ya no te avisaremos de @${username}.`,
    blocked: 'Tu navegador bloquea los avisos de este sitio. Permítelos en los ajustes del navegador para este sitio.',
    isLive: liveSentence.es,
  },
})
