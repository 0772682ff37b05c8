import { inLanguage } from './language/in-language.ts'

/** The button that opens the rail of the sidebar to names. */
export const railTexts = inLanguage({
  en: { show: 'Show channel names', hide: 'Hide channel names' },
  es: { show: 'Mostrar los nombres de los canales', hide: 'Ocultar los nombres de los canales' },
})
