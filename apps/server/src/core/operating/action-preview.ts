import { defaultListTitle } from '@waggle/contract/channels/defaults'
import { isLasting } from '@waggle/contract/operating/actions'
import type { FastifyInstance } from 'fastify'
import { findChannel, findPanels } from '../../db/accounts/channels.ts'
import { findSchedule } from '../../db/accounts/schedules.ts'
import { listSessions } from '../../db/accounts/sessions.ts'
import { findStreamKeyTime } from '../../db/accounts/stream-keys.ts'
import { findLiveBroadcast, listLiveBroadcasts } from '../../db/broadcasts/broadcasts.ts'
import { findMessage } from '../../db/chat/chat-messages.ts'
import { listEncoderAddresses } from '../../db/operating/encoder-addresses.ts'
import { listSiteActions } from '../../db/operating/site-actions.ts'
import { route } from '../../http/route.ts'
import { viewersGroup } from '../../http/viewer-count.ts'
import type { CoreContext } from '../context.ts'
import { requireRights } from './rights.ts'
import { toSiteAction } from './site-actions.ts'
import { requireAddress, requireMessage, shownAddresses } from './things-acted-on.ts'

/** More accounts behind one address than anybody reads. */
const shownAccounts = 50
const actionsRead = 100

/** What an action would do now (rule OPERATE-13). */
export function actionPreviewRoute(app: FastifyInstance, context: CoreContext): void {
  const { db, now, state } = context

  route(app, context, 'previewSiteAction', async ({ query, session }) => {
    await requireRights(context, session)
    const { kind, username } = query
    const [live, sessions, keyTimeMs, channel, panels, planned, actions, addresses] = await Promise.all([
      findLiveBroadcast(db, username, now()),
      listSessions(db, username, now()),
      findStreamKeyTime(db, username),
      findChannel(db, username),
      findPanels(db, username),
      findSchedule(db, username),
      listSiteActions(db, { username, limit: actionsRead }),
      listEncoderAddresses(db, { username }, shownAddresses),
    ])
    const isNetwork = query.isNetwork === 'true'
    const concerned =
      query.messageId === undefined
        ? undefined
        : await requireMessage(context, query, { channel: query.channel, messageId: query.messageId })
    const message = concerned && (await findMessage(db, concerned.channel, concerned.messageId))
    const chosen =
      query.address === undefined
        ? undefined
        : await requireAddress(context, query, { address: query.address, isNetwork })
    const [viewers = 0] = live ? await state.presence.count([viewersGroup(live.id)]) : []
    const inEffect = actions.map((row) => toSiteAction(row, now())).find((one) => one.kind === kind && one.isInEffect)
    return {
      // Of addresses several can be forbidden.
      inEffect: isLasting(kind) && kind !== 'forbid-address' ? (inEffect ?? null) : null,
      broadcast: live ? { title: live.title || defaultListTitle, viewers } : null,
      openSessions: sessions.length,
      hasStreamKey: keyTimeMs > 0,
      profile: {
        title: channel?.title ?? '',
        description: channel?.description ?? '',
        tags: channel?.tags ?? [],
        panels,
        planned: planned.map(({ title }) => title).filter(Boolean),
      },
      message: message?.message ?? null,
      addresses: addresses.map(({ address, network, lastSeenAtMs }) => ({
        address,
        network,
        lastSeenAt: lastSeenAtMs,
      })),
      atAddress: chosen === undefined ? null : await othersAt(chosen, isNetwork, username),
    }
  })

  /** Who else would be refused, and who is live from there now. */
  async function othersAt(place: string, isNetwork: boolean, username: string) {
    const found = await listEncoderAddresses(db, isNetwork ? { network: place } : { address: place }, shownAccounts)
    const names = [...new Set(found.map((one) => one.username))]
    const live = new Set((await listLiveBroadcasts(db, now())).map((one) => one.username))
    return {
      accounts: names.filter((name) => name !== username),
      live: names.filter((name) => live.has(name)),
    }
  }
}
