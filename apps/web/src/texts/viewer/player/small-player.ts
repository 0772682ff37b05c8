import { inLanguage } from '../../language/in-language.ts'

/** What plays on in a corner while the viewer looks around the site. */
export const smallPlayerTexts = inLanguage({
  en: {
    region: 'Small player',
    back: 'Back to the channel:',
    close: 'Stop watching',
  },
  es: {
    region: 'Reproductor pequeño',
    back: 'Volver al canal:',
    close: 'Dejar de ver',
  },
})
