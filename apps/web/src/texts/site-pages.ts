import { isKnownPage, type KnownPage, type SitePage } from '@waggle/contract/site/settings'
import { inLanguage } from './language/in-language.ts'

/** The pages of a site that have a name in every language. */
const names = inLanguage({
  en: { about: 'About', rules: 'Rules', privacy: 'Privacy', imprint: 'Imprint' } satisfies Record<KnownPage, string>,
  es: { about: 'Acerca de', rules: 'Normas', privacy: 'Privacidad', imprint: 'Aviso legal' },
})

/** What a page of the site is called: by its operators, or by its address. */
export function sitePageTitle({ address, title }: Pick<SitePage, 'address' | 'title'>): string {
  return title || (isKnownPage(address) ? names[address] : address)
}
