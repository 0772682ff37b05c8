import { inLanguage } from '../../language/in-language.ts'

/** What a channel says about itself, below the player. */
export const panelTexts = inLanguage({
  en: {
    about: (username: string) => `About ${username}`,
    inNewTab: '(opens in a new tab)',
  },
  es: {
    about: (username) => `Acerca de ${username}`,
    inNewTab: '(se abre en una pestaña nueva)',
  },
})
