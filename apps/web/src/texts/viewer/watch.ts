import { defaultDescription } from '@waggle/contract/channels/defaults'
import { inLanguage } from '../language/in-language.ts'

/** The watch page around player and chat. */
export const watchTexts = inLanguage({
  en: {
    page: 'Watch',
    missingTitle: 'Missing User Parameter',
    missing: 'Please provide a user parameter in the URL (e.g., /watch?user=username)',
    seeLive: 'See who is live',
    loadingChat: 'Loading the chat',
    description: 'Stream Description',
    tags: 'Tags',
    liveTag: 'Live',
    uptime: 'Live since',
    defaultDescription,
    wasLive: (ago: string, duration: string) => `Last live ${ago}, for ${duration}`,
    lastTitle: (title: string) => `“${title}”`,
    share: 'Share',
    shareChannel: (username: string) => `Share @${username}`,
    link: 'Link',
    embed: 'Embed code',
    embedHint: 'Put this into the HTML of a page to show the player there.',
    linkCopied: 'Link copied to clipboard!',
    embedCopied: 'Embed code copied to clipboard!',
    shareWith: 'Share with an app...',
    playerOf: (username: string) => `@${username} on Waggle`,
  },
  es: {
    page: 'Ver',
    missingTitle: 'Falta el parámetro de usuario',
    missing: 'Indica un usuario en la dirección (por ejemplo, /watch?user=nombre)',
    seeLive: 'Ver quién está en vivo',
    loadingChat: 'Cargando el chat',
    description: 'Descripción de la transmisión',
    tags: 'Etiquetas',
    liveTag: 'En vivo',
    uptime: 'En vivo desde hace',
    defaultDescription: '¡Te damos la bienvenida a la transmisión!',
    wasLive: (ago, duration) => `En vivo por última vez ${ago}, durante ${duration}`,
    lastTitle: (title) => `«${title}»`,
    share: 'Compartir',
    shareChannel: (username) => `Compartir @${username}`,
    link: 'Enlace',
    embed: 'Código para insertar',
    embedHint: 'Pégalo en el HTML de una página para mostrar allí el reproductor.',
    linkCopied: '¡Enlace copiado al portapapeles!',
    embedCopied: '¡Código copiado al portapapeles!',
    shareWith: 'Compartir con una aplicación...',
    playerOf: (username) => `@${username} en Waggle`,
  },
})

/** 'Notify me when live'. */
export const liveAlertTexts = inLanguage({
  en: {
    notify: 'Notify me when live',
    stop: 'Stop notifying me',
    willNotify: (username: string) => `You will be notified when @${username} goes live, while this site is open.`,
    stopped: (username: string) => `No more notifications for @${username}.`,
    blocked: 'Your browser blocks notifications from this site. Allow them in its settings for this site.',
    isLive: (username: string) => `@${username} is live`,
  },
  es: {
    notify: 'Avísame cuando esté en vivo',
    stop: 'No avisarme más',
    willNotify: (username) => `Te avisaremos cuando @${username} salga en vivo, mientras tengas abierto este sitio.`,
    stopped: (username) => `Ya no te avisaremos de @${username}.`,
    blocked: 'Tu navegador bloquea los avisos de este sitio. Permítelos en los ajustes del navegador para este sitio.',
    isLive: (username) => `@${username} está en vivo`,
  },
})
