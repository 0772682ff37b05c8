import { errors } from '@waggle/contract/errors'
import type { SiteSettings } from '@waggle/contract/operating/setting-endpoints'
import { fill } from '@waggle/contract/sentences'
import { checkSettings } from '@waggle/contract/site/check-settings'
import { problemSentence, type SettingProblem } from '@waggle/contract/site/setting-problems'
import { defaultIdentity, identityNames, type SiteIdentity, type SitePage } from '@waggle/contract/site/settings'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { CoreContext } from '../context.ts'
import { identityOf, logoOf, logoSetting, type SiteLogo } from '../identity/identity.ts'
import { logoPath, toLogo } from '../identity/site-logo.ts'
import { changeSettings, type SettingChange } from './change-settings.ts'
import { requireOperator } from './rights.ts'

const fileFormat = 'waggle-site'
const fileVersion = 1

/** What operators say about their site, in the page and as one file (rules SITE-4 to SITE-9). */
export function siteSettingRoutes(app: FastifyInstance, context: CoreContext): void {
  const { settings } = context

  route(app, context, 'getSiteSettings', async ({ session }) => {
    await requireOperator(context, session)
    await settings.refresh()
    return settingsOf(context)
  })

  route(app, context, 'saveSiteSettings', async ({ body, session }) => {
    await requireOperator(context, session)
    const checked = await check(body.settings)
    if (checked.problems.length > 0) refuseProblems(checked.problems)
    keepLanguages(checked.settings)
    const revisionOf = (name: string) => body.revisions[name] ?? undefined
    await changeSettings(context, changesOf(checked.settings, revisionOf), session.username)
    return settingsOf(context)
  })

  route(app, context, 'saveSiteLogo', async ({ body, session }) => {
    await requireOperator(context, session)
    const logo = toLogo(body.picture)
    if (isProblem(logo)) return refuseProblems([logo])
    await changeSettings(context, [logoChange(logo, body.revision ?? undefined)], session.username)
    return settingsOf(context)
  })

  route(app, context, 'exportSiteSettings', async ({ session, reply }) => {
    await requireOperator(context, session)
    await settings.refresh()
    reply.header('content-disposition', 'attachment; filename="site.json"')
    const logo = logoOf(context)?.data ?? null
    return { format: fileFormat, version: fileVersion, settings: settingsOf(context).settings, logo } as const
  })

  route(app, context, 'importSiteSettings', async ({ body, session }) => {
    await requireOperator(context, session)
    const { format, version } = body
    const isFile = format === fileFormat && Number.isInteger(version) && Number(version) >= 1 && isObject(body.settings)
    if (!isFile) refuseProblems([{ field: 'format', code: 'not_file' }])
    if (Number(version) > fileVersion) refuseProblems([{ field: 'version', code: 'newer_file' }])
    const checked = await check(body.settings as Record<string, unknown>)
    const logo = body.logo === undefined ? undefined : toLogo(body.logo)
    if (isProblem(logo)) return refuseProblems([...checked.problems, logo])
    if (checked.problems.length > 0) refuseProblems(checked.problems)
    keepLanguages(checked.settings)
    // Whoever imports a file wants what is in it, whatever was there.
    await settings.refresh()
    const revisionOf = (name: string) => settings.find(name)?.revision
    const changes = changesOf(onlyChanged(checked.settings), revisionOf)
    const isNewLogo = logo !== undefined && logo?.hash !== logoOf(context)?.hash
    if (isNewLogo) changes.push(logoChange(logo, revisionOf(logoSetting)))
    await changeSettings(context, changes, session.username)
    return settingsOf(context)
  })

  async function check(input: Readonly<Record<string, unknown>>): Promise<ReturnType<typeof checkSettings>> {
    const checked = checkSettings(input, new URL(context.addresses().publicUrl).origin)
    const { featuredChannel } = checked.settings
    if (featuredChannel && !(await context.channelExists(featuredChannel))) {
      checked.problems.push({ field: 'featuredChannel', code: 'no_such_account', values: { value: featuredChannel } })
    }
    return checked
  }

  /** A text is in the language that it was written in, also when another one becomes the site's first. */
  function keepLanguages(wanted: Partial<SiteIdentity>): void {
    const now = identityOf(context)
    if (!wanted.languages || wanted.languages[0] === now.languages[0]) return
    if (wanted.pages === undefined && now.pages.some(({ language }) => language === undefined)) {
      wanted.pages = now.pages.map((page) => ({ language: now.languages[0], ...page }))
    }
  }

  /** Without those that are the same already: the log has only what was changed. */
  function onlyChanged(wanted: Partial<SiteIdentity>): Partial<SiteIdentity> {
    const now = identityOf(context)
    const isNew = (name: keyof SiteIdentity) => JSON.stringify(wanted[name]) !== JSON.stringify(now[name])
    return Object.fromEntries(
      identityNames.filter((name) => name in wanted && isNew(name)).map((name) => [name, wanted[name]]),
    )
  }
}

function settingsOf(context: CoreContext): SiteSettings {
  const identity = identityOf(context)
  const logo = logoOf(context)
  const names = [...identityNames, logoSetting] as const
  const revisions = names.map((name) => [name, context.settings.find(name)?.revision ?? null])
  return {
    settings: {
      ...identity,
      languages: [...identity.languages],
      categories: [...identity.categories],
      pages: [...identity.pages],
    },
    logo: logo && { address: logoPath(logo), width: logo.width, height: logo.height },
    revisions: Object.fromEntries(revisions),
  }
}

function changesOf(wanted: Partial<SiteIdentity>, revisionOf: (name: string) => string | undefined): SettingChange[] {
  return identityNames
    .filter((name) => name in wanted)
    .map((name) => ({
      ...{ name, value: wanted[name], from: revisionOf(name) },
      describePrevious: (previous: unknown) => {
        const before = previous ?? defaultIdentity[name]
        return name === 'pages' ? changedPages(before as SitePage[], wanted.pages ?? []) : before
      },
    }))
}

/** Of pages the log has those that were changed, and of a logo what it was: all pages again for every change would fill it. */
function changedPages(before: readonly SitePage[], after: readonly SitePage[]): SitePage[] {
  const kept = new Set(after.map((page) => JSON.stringify(page)))
  return before.filter((page) => !kept.has(JSON.stringify(page)))
}

function logoChange(logo: SiteLogo | null, from: string | undefined): SettingChange {
  const describePrevious = (previous: unknown) => {
    if (!previous) return null
    const { data, ...rest } = previous as SiteLogo
    return { ...rest, bytes: Buffer.byteLength(data, 'base64') }
  }
  return { name: logoSetting, value: logo, from, describePrevious }
}

function refuseProblems(problems: readonly SettingProblem[]): never {
  const told = problems.map((problem) => `${problemSentence(problem)}.`).join(' ')
  throw new Refusal('settings_invalid', {
    problems,
    message: fill(errors.settings_invalid.message, { problems: told }),
  })
}

function isProblem(found: SiteLogo | SettingProblem | null | undefined): found is SettingProblem {
  return found !== null && found !== undefined && 'code' in found
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
