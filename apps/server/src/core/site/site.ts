import type { Site } from '@waggle/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import { route } from '../../http/route.ts'
import { avatarTemplate } from '../channels/avatar.ts'
import type { CoreContext } from '../context.ts'
import { houseAdPath } from './house-ad.ts'

export const siteName = 'Waggle'

export function siteRoute(app: FastifyInstance, context: CoreContext): void {
  route(app, context, 'getSite', async () => siteOf(context))
}

/** The site's public settings. */
export function siteOf({ config, addresses }: Pick<CoreContext, 'config' | 'addresses'>): Site {
  return {
    name: siteName,
    ...addresses(),
    hive: config.hive.chain,
    posterAccount: config.hive.posterAccount,
    avatarUrl: avatarTemplate(config),
    recordings: config.recordings !== 'off',
    tips: config.tips,
    edges: config.edges,
    realTime: config.realTime === 'off' ? null : { relayUrl: config.moqRelay?.playerUrl ?? null },
    adUrl: config.adUrl ?? houseAdPath,
  }
}
