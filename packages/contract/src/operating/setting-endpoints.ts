import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { pageTranslations, siteLanguage } from '../site/endpoints.ts'
import { settingLimits } from '../site/settings.ts'

const operating = [...signedIn, 'not_operating', 'operating_proof_required', 'operators_only'] as const
const changing = [...operating, 'settings_invalid', 'setting_changed', 'body_too_large', 'rate_limited'] as const

const identity = z.object({
  name: z.string(),
  tagline: z.string(),
  accent: z.object({ light: z.string(), dark: z.string() }).nullable(),
  languages: z.array(siteLanguage),
  categories: z.array(z.string()),
  featuredChannel: z.string().nullable(),
  banner: z.object({ text: z.string(), from: z.int().nullable(), until: z.int().nullable() }).nullable(),
  advertisement: z.string().meta({ description: "'standard', 'off', or the address of a page" }),
  pages: z.array(
    z.object({
      address: z.string(),
      language: siteLanguage.optional().meta({ description: 'Of title and text; absent: the first of the site' }),
      title: z.string(),
      text: z.string(),
      translations: pageTranslations.optional(),
    }),
  ),
})

const logo = z.object({ address: z.string(), width: z.int(), height: z.int() })

const revision = z.string().max(32).nullable()

const settings = z.object({
  settings: identity,
  logo: logo.nullable(),
  revisions: z
    .record(z.string(), revision)
    .meta({ description: 'Of each setting, to send along with a change; null where it was never set' }),
})

const anySettings = z.record(z.string().max(64), z.unknown())

/** What operators say about their site, and its rules for who it is for (rules SITE-1 to SITE-10). */
export const settingEndpoints = {
  getSiteSettings: {
    summary: 'The settings of the site. For operators',
    auth: 'session',
    cache: 'no-store',
    response: settings,
    errors: operating,
  },
  saveSiteSettings: {
    summary: 'Change settings of the site, all that are sent or none. For operators',
    auth: 'session',
    bodyMaxBytes: settingLimits.settingsMaxBytes,
    body: z.object({
      settings: anySettings.meta({ description: 'Those to change, by name; the others stay' }),
      revisions: z
        .record(z.string().max(64), revision)
        .meta({ description: 'The revisions of these settings before the change' }),
    }),
    response: settings,
    errors: [...changing, 'invalid_request'],
  },
  saveSiteLogo: {
    summary: 'Change the logo of the site: PNG, JPEG or WebP. For operators',
    auth: 'session',
    bodyMaxBytes: settingLimits.settingsMaxBytes,
    body: z.object({
      picture: z.string().nullable().meta({ description: 'Its bytes in Base64; null takes the logo away' }),
      revision: revision.meta({ description: 'Its revision before the change' }),
    }),
    response: settings,
    errors: [...changing, 'invalid_request'],
  },
  exportSiteSettings: {
    summary: 'All settings of the site and its logo as one file. For operators',
    auth: 'session',
    cache: 'no-store',
    response: z.object({
      format: z.literal('waggle-site'),
      version: z.int(),
      settings: identity,
      logo: z.string().nullable().meta({ description: 'Its bytes in Base64' }),
    }),
    errors: operating,
  },
  importSiteSettings: {
    summary: 'Change the settings of the site to those of such a file; what it does not name stays. For operators',
    auth: 'session',
    bodyMaxBytes: settingLimits.settingsMaxBytes,
    body: z.object({
      format: z.unknown().optional(),
      version: z.unknown().optional(),
      settings: z.unknown().optional(),
      logo: z.unknown().optional(),
    }),
    response: settings,
    errors: [...changing, 'invalid_request'],
  },
} as const

export type SiteSettings = z.output<typeof settings>
export type SiteSettingsFile = z.output<typeof settingEndpoints.exportSiteSettings.response>
