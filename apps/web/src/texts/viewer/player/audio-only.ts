import { inLanguage } from '../../language/in-language.ts'

/** In the place of the picture of a broadcast that has none. */
export const audioOnlyTexts = inLanguage({
  en: {
    audioOnly: 'Audio only',
    audioOnlyText: 'This broadcast has sound but no video.',
    audioMuted: 'This broadcast has no video, and its sound is muted here.',
  },
  es: {
    audioOnly: 'Solo audio',
    audioOnlyText: 'Esta transmisión tiene sonido, pero no imagen.',
    audioMuted: 'Esta transmisión no tiene imagen, y aquí su sonido está silenciado.',
  },
})
