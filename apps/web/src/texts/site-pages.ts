import {
  isKnownPage,
  type KnownPage,
  type SiteLanguage,
  type SitePage,
  siteLanguages,
} from '@waggle/contract/site/settings'
import { inLanguage } from './language/in-language.ts'

/** The pages of a site that have a name in every language. */
const names = inLanguage({
  en: { about: 'About', rules: 'Rules', privacy: 'Privacy', imprint: 'Imprint' } satisfies Record<KnownPage, string>,
  es: { about: 'Acerca de', rules: 'Normas', privacy: 'Privacidad', imprint: 'Aviso legal' },
})

const texts = inLanguage({
  en: { otherLanguage: (name: string) => `This page is not available in English. It is shown in ${name}.` },
  es: { otherLanguage: (name) => `Esta página no está disponible en español. Se muestra en ${name}.` },
})

/** What is said above a page that has no text in the language of the visitor (rule SITE-7). */
export function shownInOtherLanguage(language: SiteLanguage): string {
  return texts.otherLanguage(siteLanguages[language])
}

/** What a page of the site is called: by its operators, or by its address. */
export function sitePageTitle({ address, title }: Pick<SitePage, 'address' | 'title'>): string {
  return title || (isKnownPage(address) ? names[address] : address)
}
