import { inLanguage } from '../../language/in-language.ts'

/** The speed at which a recording is played. */
export const speedTexts = inLanguage({
  en: {
    speedNow: (speed: string) => `Speed: ${speed}`,
  },
  es: {
    speedNow: (speed) => `Velocidad: ${speed}`,
  },
})
