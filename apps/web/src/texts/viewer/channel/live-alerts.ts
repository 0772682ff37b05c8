import { inLanguage } from '../../language/in-language.ts'

/** The button for alerts. Where a page of the site must be open for an alert to appear, it says so. */
export const liveAlertTexts = inLanguage({
  en: {
    notify: 'Notify me',
    whileOpen: 'While this site is open',
    stop: 'Stop notifying me',
  },
  es: {
    notify: 'Avísame',
    whileOpen: 'Con este sitio abierto',
    stop: 'No avisarme más',
  },
})
