/** The languages of the site, each by its own name. The types require every other language to have all texts of English. */
export const languages = { en: 'English', es: 'Español' } as const

export type Language = keyof typeof languages

const storageKey = 'waggle.language'

/** The language of this page: the visitor's choice, or else the first of the browser's languages that the site supports. */
export const language: Language = chooseLanguage(storedChoice(), browserLanguages())

/** The visitor's regional variant, for dates and numbers: `es-MX` formats them differently from `es-ES`. */
export const locale: string = browserLanguages().find((tag) => primary(tag) === language) ?? language

export function chooseLanguage(choice: string | null, browserLanguages: readonly string[]): Language {
  return [choice ?? '', ...browserLanguages].map(primary).find(isLanguage) ?? 'en'
}

/** Stores the choice and reloads the page. Texts never change while a page is open, so components need not subscribe to them. */
export function switchLanguage(choice: Language): void {
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    // Storage is full or forbidden: the page keeps the browser's language.
  }
  location.reload()
}

function primary(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? ''
}

/** Empty outside a page, so that tests do not depend on the languages of the machine. */
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
