import { inLanguage } from '../../language/in-language.ts'

/** The player that takes the place of one whose stream could not be looked up. */
export const demoTexts = inLanguage({
  en: {
    demo: 'The stream cannot be reached',
    demoText: 'This is only a sample of the player. The page tries again every few seconds.',
  },
  es: {
    demo: 'No se puede acceder a la transmisión',
    demoText: 'Esto es solo una muestra del reproductor. La página lo intenta de nuevo cada pocos segundos.',
  },
})
