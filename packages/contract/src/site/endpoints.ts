import { z } from 'zod'
import { epochMs } from '../fields.ts'
import { type SiteLanguage, settingLimits, siteLanguages } from './settings.ts'

export const siteLanguage = z.enum(Object.keys(siteLanguages) as [SiteLanguage])
/** Of a page, by language. */
export const pageTranslations = z.partialRecord(siteLanguage, z.object({ title: z.string(), text: z.string() }))

const pageAddress = z.string().max(settingLimits.pageAddressMaxLength)

const site = z.object({
  name: z.string(),
  tagline: z.string(),
  logoUrl: z
    .string()
    .nullable()
    .meta({ description: 'Address of the logo of the site; null where it has none of its own' }),
  accent: z
    .object({ light: z.string(), dark: z.string() })
    .nullable()
    .meta({ description: 'Colours of the site in the light and in the dark theme; null: those of the program' }),
  languages: z.array(siteLanguage).meta({ description: 'The languages that the pages are offered in' }),
  categories: z.array(z.string()).meta({ description: 'What a streamer may choose' }),
  featuredChannel: z.string().nullable().meta({ description: 'Featured on the home page while it is live' }),
  banner: z
    .object({ id: z.string(), text: z.string(), from: epochMs.nullable(), until: epochMs.nullable() })
    .nullable()
    .meta({ description: 'A message of the site for everybody; it may begin later. Another one has another id' }),
  pages: z
    .array(
      z.object({
        address: pageAddress,
        title: z.string(),
        language: siteLanguage.meta({ description: 'Of the title' }),
        titles: z
          .partialRecord(siteLanguage, z.string())
          .meta({ description: 'In the other languages it was written in' }),
      }),
    )
    .meta({ description: 'Pages of the site, such as its rules. One without a title is named by its address' }),
  publicUrl: z.string(),
  rtmpUrl: z.string().meta({ description: 'Server address for the encoder, without the stream key' }),
  isPrivate: z.boolean().meta({ description: 'Whether only members see this site' }),
  hive: z.enum(['sandbox', 'mainnet']),
  posterAccount: z.string(),
  recordings: z.boolean().meta({ description: 'Whether the site records broadcasts' }),
  tips: z.boolean().meta({ description: 'Whether viewers may send tips' }),
  push: z.boolean().meta({ description: 'Whether the site tells browsers of what is live while it is closed' }),
  avatarUrl: z.string().meta({ description: 'Address of an avatar; replace {username}' }),
  edges: z
    .array(z.string())
    .readonly()
    .meta({ description: 'Origins in front of the site that have its live playlists and media, without keys' }),
  realTime: z
    .object({
      relayUrl: z.string().nullable().meta({
        description:
          "Address of the MoQ relay that players watch at instead of the site's own sockets; the name of a broadcast there is its stream id",
      }),
    })
    .nullable()
    .meta({ description: 'Real-time playback; null where it is switched off' }),
  adUrl: z
    .string()
    .nullable()
    .meta({ description: 'Address of the page in the advertisement frames; null where there are none' }),
})

const sitePage = z.object({
  address: pageAddress,
  language: siteLanguage.meta({
    description: "Of title and text: the site's first language, or else the first that the page was written in",
  }),
  title: z.string(),
  text: z.string(),
  translations: pageTranslations
    .optional()
    .meta({ description: 'The same in the other languages that the site offers, as far as it was written in them' }),
})

/** The site itself. */
export const siteEndpoints = {
  getSite: {
    summary: 'What this site is, and the address to broadcast to',
    auth: 'none',
    cache: 'no-cache',
    response: site,
    errors: [],
  },
  getSitePage: {
    summary: 'A page of the site, such as its rules, in Markdown',
    auth: 'none',
    cache: 'no-cache',
    params: z.object({ page: pageAddress.meta({ description: 'The last part of its address' }) }),
    response: sitePage,
    errors: ['not_found'],
  },
} as const

export type Site = z.output<typeof site>
