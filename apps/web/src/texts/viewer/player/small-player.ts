import { inLanguage } from '../../language/in-language.ts'

/** What plays on in a corner while the viewer looks around the site. */
export const smallPlayerTexts = inLanguage({
  en: {
    region: 'Small player',
    back: 'Back to the channel:',
    close: 'Stop watching',
    moveLeft: 'Move to the left',
    moveRight: 'Move to the right',
  },
  es: {
    region: 'Reproductor pequeño',
    back: 'Volver al canal:',
    close: 'Dejar de ver',
    moveLeft: 'Mover a la izquierda',
    moveRight: 'Mover a la derecha',
  },
})
