import type { PageText, SiteLanguage, SitePage } from './settings.ts'

export type PageTexts = Partial<Record<SiteLanguage, PageText>>

/** A page with the language of its text. */
type PageInLanguage = SitePage & { language: SiteLanguage }

/** What a page says in each language that it was written in. `languages`: those that the site offers. */
export function textsOfPage(page: SitePage, languages: readonly SiteLanguage[]): PageTexts {
  const { title, text, translations, language = languages[0] ?? 'en' } = page
  return { ...translations, [language]: { title, text } }
}

/** The page with these texts. Its own is that in the site's first language, or else in the first that has one. */
export function pageWithTexts(address: string, texts: PageTexts, languages: readonly SiteLanguage[]): PageInLanguage {
  const written = writtenLanguages(texts, languages)
  const language = written[0] ?? languages[0] ?? 'en'
  const { title, text } = texts[language] ?? { title: '', text: '' }
  const others = Object.entries(texts).filter(([other, { title, text }]) => other !== language && (title || text))
  return { address, language, title, text, ...(others.length > 0 && { translations: Object.fromEntries(others) }) }
}

/** The page as visitors get it: with the languages that the site offers, or the first other one that it was written in. Undefined without a text. */
export function offeredPage(page: SitePage, languages: readonly SiteLanguage[]): PageInLanguage | undefined {
  const texts = textsOfPage(page, languages)
  const written = writtenLanguages(texts, languages)
  const offered = written.filter((language) => languages.includes(language))
  const shown = offered.length > 0 ? offered : written.slice(0, 1)
  if (shown.length === 0) return undefined
  return pageWithTexts(
    page.address,
    Object.fromEntries(shown.map((language) => [language, texts[language]])),
    languages,
  )
}

/** What a visitor who reads this language is shown of an offered page. */
export function pageIn(page: SitePage, language: SiteLanguage): PageText & { language: SiteLanguage } {
  const translation = page.translations?.[language]
  if (translation && translation.text !== '') return { language, ...translation }
  return { language: page.language ?? language, title: page.title, text: page.text }
}

/** Those with a text, in the order of the site. */
function writtenLanguages(texts: PageTexts, languages: readonly SiteLanguage[]): SiteLanguage[] {
  const all = new Set([...languages, ...(Object.keys(texts) as SiteLanguage[])])
  return [...all].filter((language) => texts[language]?.text)
}
