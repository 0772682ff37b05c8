import type { Site } from '@waggle/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import { route } from '../../http/route.ts'
import { avatarTemplate } from '../channels/avatar.ts'
import type { CoreContext } from '../context.ts'
import { houseAdPath } from './house-ad.ts'

export const siteName = 'Waggle'

export function siteRoute(app: FastifyInstance, context: CoreContext): void {
  route(app, context, 'getSite', async () => {
    return siteOf(context.config)
  })
}

/** What this site is, to everybody. */
export function siteOf(config: Config): Site {
  return {
    name: siteName,
    publicUrl: config.http.publicUrl,
    rtmpUrl: config.rtmp.publicUrl,
    hive: config.hive.chain,
    posterAccount: config.hive.posterAccount,
    avatarUrl: avatarTemplate(config),
    tips: config.tips,
    adUrl: config.adUrl ?? houseAdPath,
  }
}
