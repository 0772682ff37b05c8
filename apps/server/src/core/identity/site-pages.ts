import { sitePageInAddress, sitePagePath } from '@waggle/contract/pages/page-addresses'
import { isKnownPage, type KnownPage } from '@waggle/contract/site/settings'
import type { CoreContext } from '../context.ts'
import { previewTags } from '../pages/previews/preview-tags.ts'
import { identityOf, type OfferedPage, pagesOf } from './identity.ts'

const names: Record<'en' | 'es', Record<KnownPage, string>> = {
  en: { about: 'About', rules: 'Rules', privacy: 'Privacy', imprint: 'Imprint' },
  es: { about: 'Acerca de', rules: 'Normas', privacy: 'Privacidad', imprint: 'Aviso legal' },
}

/** The page of the site's own that is at this path; undefined at other addresses, and where the site has none of this name. */
export function findSitePage(context: Pick<CoreContext, 'settings'>, address: string): OfferedPage | undefined {
  const named = sitePageOf(address)
  return named === undefined ? undefined : pagesOf(context).find((page) => page.address === named)
}

export function isOfMissingSitePage(context: Pick<CoreContext, 'settings'>, address: string): boolean {
  return address.startsWith('/pages/') && findSitePage(context, address) === undefined
}

/** The tags in the head of a page of the site's own. */
export function sitePagePreview(context: Pick<CoreContext, 'settings'>, publicUrl: string, page: OfferedPage): string {
  const { name, tagline } = identityOf(context)
  const known = isKnownPage(page.address) ? names[page.language][page.address] : page.address
  const title = page.title || known
  const address = publicUrl + sitePagePath(page.address)
  return previewTags({
    title: `${title} · ${name}`,
    page: address,
    names: { description: tagline || name, 'twitter:card': 'summary' },
    properties: {
      'og:site_name': name,
      'og:type': 'website',
      'og:url': address,
      'og:title': title,
      'og:description': tagline || name,
    },
  })
}

function sitePageOf(address: string): string | undefined {
  return sitePageInAddress(new URL(address, 'http://site.invalid'))
}
