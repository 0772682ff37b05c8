import { offeredPage } from '@waggle/contract/site/page-texts'
import {
  defaultIdentity,
  identityNames,
  isKnownPage,
  knownPages,
  type SiteIdentity,
  type SitePage,
} from '@waggle/contract/site/settings'
import type { CoreContext } from '../context.ts'

type Settings = Pick<CoreContext, 'settings'>

/** The picture that stands for the site, as it is stored. */
export interface SiteLogo {
  /** Of its bytes. */
  hash: string
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
  /** Base64. */
  data: string
}

export const logoSetting = 'logo'

/** What operators say about their site, with the defaults where they have said nothing. Only checked values are stored. */
export function identityOf({ settings }: Settings): SiteIdentity {
  const stored = identityNames.flatMap((name) => {
    const setting = settings.find(name)
    return setting ? [[name, setting.value] as const] : []
  })
  return { ...defaultIdentity, ...Object.fromEntries(stored) }
}

export function siteNameOf({ settings }: Settings): string {
  return (settings.find('name')?.value as string | undefined) ?? defaultIdentity.name
}

/** Null where the site has none of its own. */
export function logoOf({ settings }: Settings): SiteLogo | null {
  return (settings.find(logoSetting)?.value as SiteLogo | null | undefined) ?? null
}

/** A page as visitors get it. */
export type OfferedPage = NonNullable<ReturnType<typeof offeredPage>>

/** The pages of the site that have a text: first those that every language has a name for. */
export function pagesOf(context: Settings): OfferedPage[] {
  const place = ({ address }: SitePage) => (isKnownPage(address) ? knownPages.indexOf(address) : knownPages.length)
  const { pages, languages } = identityOf(context)
  return pages.flatMap((page) => offeredPage(page, languages) ?? []).toSorted((one, other) => place(one) - place(other))
}
