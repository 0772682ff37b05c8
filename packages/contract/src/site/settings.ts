import { categories } from '../channels/choices.ts'

/** The languages that the web app has texts in, each by its own name. */
export const siteLanguages = { en: 'English', es: 'Español' } as const
export type SiteLanguage = keyof typeof siteLanguages

/** Colours of what is live or active, in the light and in the dark theme: '#854a00'. */
export interface Accent {
  light: string
  dark: string
}

/** What a page says in one language, in Markdown. */
export interface PageText {
  /** Empty for a page whose address says what it is (`knownPages`): it has a name in every language. */
  title: string
  text: string
}

/** A page of the site (page-texts.ts has what is shown of it to whom). */
export interface SitePage extends PageText {
  /** The last part of its address. */
  address: string
  /** Of title and text; undefined: the first language of the site. */
  language?: SiteLanguage | undefined
  /** What it says in other languages. */
  translations?: Partial<Record<SiteLanguage, PageText>> | undefined
}

/** Pages that every language has a name for. They come first, in this order. */
export const knownPages = ['about', 'rules', 'privacy', 'imprint'] as const
export type KnownPage = (typeof knownPages)[number]

export interface SiteBanner {
  text: string
  /** Milliseconds since 1970; null: from now on, until it is removed. */
  from: number | null
  until: number | null
}

/** What operators say about their site (rules SITE-4 to SITE-10). */
export interface SiteIdentity {
  name: string
  tagline: string
  /** Null: the colours of the program. */
  accent: Accent | null
  /** At least one. The first is for visitors whose language is not offered. */
  languages: readonly SiteLanguage[]
  /** What a streamer may choose. Channels keep one that is not in the list any more. */
  categories: readonly string[]
  /** Featured on the home page while it is live. */
  featuredChannel: string | null
  banner: SiteBanner | null
  /** What the advertisement frames show: what the configuration says, nothing, or the page at this address. */
  advertisement: 'standard' | 'off' | `https://${string}`
  pages: readonly SitePage[]
}

/** What a site is called whose operators have given it no name. */
export const programName = 'Waggle'

export const defaultIdentity: SiteIdentity = {
  name: programName,
  tagline: '',
  accent: null,
  languages: ['en', 'es'],
  categories,
  featuredChannel: null,
  banner: null,
  advertisement: 'standard',
  pages: [],
}

// A page that needs no defaults is built without them.
export const identityNames = /* @__PURE__ */ Object.keys(defaultIdentity) as (keyof SiteIdentity)[]

export const settingLimits = {
  siteNameMaxLength: 40,
  taglineMaxLength: 120,
  categoriesMax: 50,
  categoryMaxLength: 40,
  bannerMaxLength: 300,
  sitePagesMax: 12,
  pageAddressMaxLength: 40,
  pageTitleMaxLength: 80,
  pageMaxLength: 20_000,
  addressMaxLength: 500,
  logoMaxBytes: 256 * 1024,
  logoMinSidePx: 32,
  logoMaxSidePx: 1024,
  /** Of a call with settings: all of them, and the picture in Base64. */
  settingsMaxBytes: 2.5 * 1024 * 1024,
} as const

export function isKnownPage(address: string): address is KnownPage {
  return (knownPages as readonly string[]).includes(address)
}
