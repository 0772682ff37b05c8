import { inLanguage } from './language/in-language.ts'

/** Sharing a channel, a replay or a clip, which few viewers open: loaded with what shares it. */
export const shareTexts = inLanguage({
  en: {
    shareChannel: (username: string) => `Share @${username}`,
    link: 'Link',
    embed: 'Embed',
    embedCode: 'Embed code',
    embedHint: 'Paste this code into the HTML of a page to show the player there.',
    linkCopied: 'Link copied to clipboard!',
    embedCopied: 'Embed code copied to clipboard!',
    shareWith: 'Share with an app...',
    playerOf: (username: string, site: string) => `@${username} on ${site}`,
  },
  es: {
    shareChannel: (username) => `Compartir @${username}`,
    link: 'Enlace',
    embed: 'Insertar',
    embedCode: 'Código para insertar',
    embedHint: 'Pega este código en el HTML de una página para mostrar allí el reproductor.',
    linkCopied: '¡Enlace copiado al portapapeles!',
    embedCopied: '¡Código copiado al portapapeles!',
    shareWith: 'Compartir con una aplicación...',
    playerOf: (username, site) => `@${username} en ${site}`,
  },
})
