import { inLanguage } from '../../language/in-language.ts'

/** The menu of a stream's card: loaded with its first press. */
export const cardMenuTexts = inLanguage({
  en: {
    unfollow: 'Unfollow',
    copyLink: 'Copy link',
    share: 'Share...',
    report: 'Report',
  },
  es: {
    unfollow: 'Dejar de seguir',
    copyLink: 'Copiar el enlace',
    share: 'Compartir...',
    report: 'Reportar',
  },
})
