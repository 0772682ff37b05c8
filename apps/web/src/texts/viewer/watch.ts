import { defaultDescription } from '@waggle/contract/channels/defaults'
import { inLanguage } from '../language/in-language.ts'

/** The watch page, except for its player and chat. */
export const watchTexts = inLanguage({
  en: {
    page: 'Watch',
    missingTitle: 'Missing User Parameter',
    missing: 'Please provide a user parameter in the URL (e.g., /watch?user=username)',
    seeLive: 'See who is live',
    noChannel: (username: string) => `There is no channel called ${username}`,
    noChannelHint: 'No Hive account has this name. The link may contain a mistake.',
    searchFor: (username: string) => `Search for ${username}`,
    loadingChat: 'Loading chat',
    description: 'Stream Description',
    tags: 'Tags',
    liveTag: 'Live',
    uptime: 'Live for',
    defaultDescription,
    wasLive: (ago: string, duration: string) => `Last live ${ago}, for ${duration}`,
    lastTitle: (title: string) => `“${title}”`,
    share: 'Share',
    shareChannel: (username: string) => `Share @${username}`,
    link: 'Link',
    embed: 'Embed code',
    embedHint: 'Paste this code into the HTML of a page to show the player there.',
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
    noChannel: (username) => `No hay ningún canal llamado ${username}`,
    noChannelHint: 'Ninguna cuenta de Hive tiene este nombre. Puede que el enlace contenga un error.',
    searchFor: (username) => `Buscar ${username}`,
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
    embedHint: 'Pega este código en el HTML de una página para mostrar allí el reproductor.',
    linkCopied: '¡Enlace copiado al portapapeles!',
    embedCopied: '¡Código copiado al portapapeles!',
    shareWith: 'Compartir con una aplicación...',
    playerOf: (username) => `@${username} en Waggle`,
  },
})

/** The button for alerts. A page of the site must be open for an alert to appear, and the sentences say so. */
export const liveAlertTexts = inLanguage({
  en: {
    notify: 'Notify me when live (while this site is open)',
    stop: 'Stop notifying me',
    willNotify: (username: string) =>
      `You will be notified when @${username} goes live, as long as a page of this site is open.`,
    stopped: (username: string) => `You will no longer be notified about @${username}.`,
    blocked: 'Your browser blocks notifications from this site. Allow them in the browser settings for this site.',
    isLive: (username: string) => `@${username} is live`,
  },
  es: {
    notify: 'Avísame cuando esté en vivo (con este sitio abierto)',
    stop: 'No avisarme más',
    willNotify: (username) =>
      `Te avisaremos cuando @${username} salga en vivo, siempre que tengas abierta una página de este sitio.`,
    stopped: (username) => `Ya no te avisaremos de @${username}.`,
    blocked: 'Tu navegador bloquea los avisos de este sitio. Permítelos en los ajustes del navegador para este sitio.',
    isLive: (username) => `@${username} está en vivo`,
  },
})
