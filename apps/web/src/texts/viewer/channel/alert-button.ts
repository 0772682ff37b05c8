import { inLanguage } from '../../language/in-language.ts'

/** The two lines of the button for alerts: `notify` of `liveAlertTexts` in fewer words. */
export const alertButtonTexts = inLanguage({
  en: { notify: 'Notify me', whileOpen: 'While this site is open' },
  es: { notify: 'Avísame', whileOpen: 'Con este sitio abierto' },
})
