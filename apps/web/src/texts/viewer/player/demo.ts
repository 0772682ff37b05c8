import { inLanguage } from '../../language/in-language.ts'

/** The player that takes the place of one whose stream could not be looked up. */
export const demoTexts = inLanguage({
  en: {
    demo: 'Demo mode',
    demoText:
      'The stream could not be looked up. This is a demo of the player with sample qualities. The lookup is repeated every few seconds.',
  },
  es: {
    demo: 'Modo de demostración',
    demoText:
      'No se pudo consultar la transmisión. Esto es una demostración del reproductor con calidades de ejemplo. La consulta se repite cada pocos segundos.',
  },
})
