import { inLanguage } from '../language/in-language.ts'

/** The dashboard's list of tips. */
export const tipListTexts = inLanguage({
  en: {
    title: 'Tips',
    loading: 'Loading your tips',
    failed: 'Your tips could not be loaded.',
    none: 'No tips yet. Viewers can tip you with the Tip button next to your live stream.',
    total: 'Received so far',
  },
  es: {
    title: 'Propinas',
    loading: 'Cargando tus propinas',
    failed: 'No se pudieron cargar tus propinas.',
    none: 'Todavía no hay propinas. Tus espectadores pueden enviártelas con el botón Propina, junto a tu transmisión en vivo.',
    total: 'Recibido hasta ahora',
  },
})
