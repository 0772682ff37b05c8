/** The languages the site speaks, each under its own name. English is complete by definition; types keep the others so. */
export const languages = { en: 'English', es: 'Español' } as const

export type Language = keyof typeof languages

const storageKey = 'waggle.language'

/** The language of this page: the visitor's choice, else the first of the browser's languages that the site speaks. */
export const language: Language = chooseLanguage(storedChoice(), browserLanguages())

/** The visitor's own variety of it, for dates and numbers: `es-MX` has other ones than `es-ES`. */
export const locale: string = browserLanguages().find((tag) => primary(tag) === language) ?? language

export function chooseLanguage(choice: string | null, browserLanguages: readonly string[]): Language {
  return [choice ?? '', ...browserLanguages].map(primary).find(isLanguage) ?? 'en'
}

/** Remembers the choice and reloads: texts are fixed for a page's life, so that no component has to listen for them. */
export function switchLanguage(choice: Language): void {
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    // Storage that is full or forbidden: the browser's language stays.
  }
  location.reload()
}

function primary(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? ''
}

/** Outside of a page, as in tests, none: they must not depend on who runs them. */
function browserLanguages(): readonly string[] {
  return globalThis.document ? navigator.languages : []
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag)
}

function storedChoice(): string | null {
  try {
    return globalThis.localStorage?.getItem(storageKey) ?? null
  } catch {
    return null
  }
}
