import { type SiteLanguage, siteLanguages } from '@waggle/contract/site/settings'

/** The languages that there are texts in. The types require every other language to have all texts of English. */
export type Language = SiteLanguage

/** Those that this site offers, each by its own name: the server has put their codes into the page (rule SITE-4). */
export const languages: Readonly<Partial<Record<Language, string>>> = offeredLanguages(
  globalThis.document?.documentElement.dataset.languages,
)

const storageKey = 'waggle.language'

/** The language of this page: the visitor's choice, or else the first of the browser's languages that the site supports. */
export const language: Language = chooseLanguage(storedChoice(), browserLanguages())

/** The visitor's regional variant, for dates and numbers: `es-MX` formats them differently from `es-ES`. */
export const locale: string = browserLanguages().find((tag) => primary(tag) === language) ?? language

export function chooseLanguage(
  choice: string | null,
  browserLanguages: readonly string[],
  offered: Readonly<Partial<Record<Language, string>>> = languages,
): Language {
  const isOffered = (tag: string): tag is Language => Object.hasOwn(offered, tag)
  const [first = 'en'] = Object.keys(offered) as Language[]
  return [choice ?? '', ...browserLanguages].map(primary).find(isOffered) ?? first
}

/** In the order of the site: the first is for visitors whose language it does not offer. */
export function offeredLanguages(codes: string | undefined): Partial<Record<Language, string>> {
  const known = (codes ?? '').split(' ').filter((code) => Object.hasOwn(siteLanguages, code)) as Language[]
  const offered = known.length > 0 ? known : (Object.keys(siteLanguages) as Language[])
  return Object.fromEntries(offered.map((code) => [code, siteLanguages[code]]))
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

function storedChoice(): string | null {
  try {
    return globalThis.localStorage?.getItem(storageKey) ?? null
  } catch {
    return null
  }
}
