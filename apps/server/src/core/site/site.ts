import type { Site } from '@waggle/contract/endpoints'
import { houseAdPath } from '@waggle/contract/pages/page-addresses'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { avatarTemplate } from '../channels/avatar.ts'
import type { CoreContext } from '../context.ts'
import { identityOf, logoOf, pagesOf } from '../identity/identity.ts'
import { logoPath } from '../identity/site-logo.ts'
import { isPushOn } from '../push/push-routes.ts'

export function siteRoute(app: FastifyInstance, context: CoreContext): void {
  route(app, context, 'getSite', async () => siteOf(context))

  route(app, context, 'getSitePage', async ({ params }) => {
    const page = pagesOf(context).find(({ address }) => address === params.page)
    if (!page) throw new Refusal('not_found')
    return page
  })
}

type SiteContext = Pick<CoreContext, 'config' | 'addresses' | 'settings' | 'entrance' | 'now'>

/** The site's public settings. */
export function siteOf(context: SiteContext): Site {
  const { config, addresses } = context
  const { name, tagline, accent, languages, categories, featuredChannel } = identityOf(context)
  const logo = logoOf(context)
  return {
    ...{ name, tagline, accent, featuredChannel },
    languages: [...languages],
    categories: [...categories],
    logoUrl: logo && logoPath(logo),
    banner: bannerOf(context),
    pages: pagesOf(context).map(({ address, title, language, translations }) => ({
      ...{ address, title, language },
      titles: Object.fromEntries(Object.entries(translations ?? {}).map(([other, { title }]) => [other, title])),
    })),
    ...addresses(),
    isPrivate: context.entrance.isPrivate,
    hive: config.hive.chain,
    posterAccount: config.hive.posterAccount,
    avatarUrl: avatarTemplate(config),
    recordings: config.recordings !== 'off',
    tips: config.tips,
    push: isPushOn(context),
    edges: config.edges,
    realTime: config.realTime === 'off' ? null : { relayUrl: config.moqRelay?.playerUrl ?? null },
    adUrl: adUrlOf(context),
  }
}

/** What the advertisement frames show: the page that operators chose, or that of the configuration (rule AD-2). */
export function adUrlOf(context: Pick<CoreContext, 'config' | 'settings'>): string | null {
  const { advertisement } = identityOf(context)
  if (advertisement === 'off') return null
  return advertisement === 'standard' ? (context.config.adUrl ?? houseAdPath) : advertisement
}

/** One that has ended is told to nobody. One that begins later is, so that open pages can show it in time. */
function bannerOf(context: SiteContext): Site['banner'] {
  const { banner } = identityOf(context)
  if (!banner || (banner.until !== null && banner.until <= context.now())) return null
  return { id: context.settings.find('banner')?.revision ?? '', ...banner }
}
