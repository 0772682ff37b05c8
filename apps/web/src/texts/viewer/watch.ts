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
    offlineChat: (username: string) => `What you write while ${username} is offline stays here for the next stream.`,
    description: 'Stream Description',
    tags: 'Tags',
    liveTag: 'Live',
    uptime: 'Live for',
    wasLive: (ago: string, duration: string) => `Last live ${ago}, for ${duration}`,
    lastTitle: (title: string) => `“${title}”`,
    share: 'Share',
    more: 'More about this channel',
    report: 'Report',
    openDetails: (username: string) => `About ${username} and the stream`,
    openChat: 'Show the chat',
    closeChat: 'Hide the chat',
    editTitle: 'Edit the title',
    saveTitle: 'Save',
    cancelTitle: 'Cancel',
    titleSaved: 'The title has been changed.',
    othersLive: 'Also live',
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
    offlineChat: (username) =>
      `Lo que escribas mientras ${username} no está en vivo queda aquí para la próxima transmisión.`,
    description: 'Descripción de la transmisión',
    tags: 'Etiquetas',
    liveTag: 'En vivo',
    uptime: 'En vivo desde hace',
    wasLive: (ago, duration) => `En vivo por última vez ${ago}, durante ${duration}`,
    lastTitle: (title) => `«${title}»`,
    share: 'Compartir',
    more: 'Más sobre este canal',
    report: 'Reportar',
    openDetails: (username) => `Sobre ${username} y la transmisión`,
    openChat: 'Mostrar el chat',
    closeChat: 'Ocultar el chat',
    editTitle: 'Editar el título',
    saveTitle: 'Guardar',
    cancelTitle: 'Cancelar',
    titleSaved: 'El título ha cambiado.',
    othersLive: 'También en vivo',
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
