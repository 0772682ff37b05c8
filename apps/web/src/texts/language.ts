/** The languages the site speaks, each under its own name. English is complete by definition; types keep the others so. */
export const languages = { en: 'English', es: 'Español' } as const

export type Language = keyof typeof languages

const storageKey = 'waggle.language'

/** The language of this page: the visitor's choice, else the first of the browser's languages that the site speaks. */
export const language: Language = chooseLanguage(storedChoice(), globalThis.navigator?.languages ?? [])

export function chooseLanguage(choice: string | null, browserLanguages: readonly string[]): Language {
  const wished = [choice ?? '', ...browserLanguages].map((tag) => tag.toLowerCase().split('-')[0] ?? '')
  return wished.find(isLanguage) ?? 'en'
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
