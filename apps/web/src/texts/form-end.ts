import { inLanguage } from './language/in-language.ts'

/** What stands beside the buttons of a form that is changed. On a phone there is little room for it. */
export const formEndTexts = inLanguage({
  en: { notSaved: 'Not saved yet', wrong: 'Fix what is marked' },
  es: { notSaved: 'Sin guardar', wrong: 'Corrige lo marcado' },
})
