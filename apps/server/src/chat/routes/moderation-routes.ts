import type { ChatBan } from '@waggle/contract/chat/entities'
import { chatLimits } from '@waggle/contract/chat/limits'
import type { FastifyInstance } from 'fastify'
import { findLogEntry, type LogEntry, listLog } from '../../db/chat/chat-log.ts'
import { findMessage, listMessagesOf } from '../../db/chat/chat-messages.ts'
import { findRestriction, listModerators, listRestrictions, type Restriction } from '../../db/chat/moderation.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { ChatContext } from '../context.ts'
import { configOf } from '../moderation/config-view.ts'
import { toLogEntry } from '../moderation/log-view.ts'
import type { Moderation } from '../moderation/moderation.ts'
import { requireAuthorityOver, requireModerator, requireRuleMaker } from '../moderation/permissions.ts'
import type { Revert } from '../moderation/revert.ts'
import { deletionRevertibleMs } from '../moderation/revertible.ts'
import type { SendMessage } from '../sending/message-sender.ts'

const success = { success: true as const }

/** Routes for a channel's owner and moderators. */
export function moderationRoutes(
  app: FastifyInstance,
  context: ChatContext,
  { moderation, revert, sendMessage }: { moderation: Moderation; revert: Revert; sendMessage: SendMessage },
): void {
  const { db } = context

  route(app, context, 'updateChatConfig', async ({ params, body, session }) => {
    const { channel } = params
    await requireRuleMaker(context, channel, session.username)
    if (body.moderators || body.moderatorsMayChangeRules !== undefined) requireOwner(channel, session.username)
    await moderation.updateConfig({ channel, actor: session.username }, body)
    return configOf(db, channel, 'moderators')
  })

  route(app, context, 'banFromChat', async ({ params, body, session }) => {
    const { channel } = params
    await requireAuthorityOver(context, channel, session.username, body.username)
    await moderation.restrict({ channel, actor: session.username }, body.username, {
      kind: 'ban',
      reason: body.reason || null,
      durationSeconds: body.duration ?? null,
    })
    return success
  })

  route(app, context, 'timeOutInChat', async ({ params, body, session }) => {
    const { channel } = params
    await requireAuthorityOver(context, channel, session.username, body.username)
    const previous = await findRestriction(db, channel, body.username, context.now())
    if (previous?.kind === 'ban') throw new Refusal('chat_already_banned')
    const expiresAtMs = await moderation.restrict({ channel, actor: session.username }, body.username, {
      kind: 'timeout',
      reason: body.reason || null,
      durationSeconds: body.duration,
    })
    return { ...success, expiresAt: expiresAtMs ?? context.now() }
  })

  route(app, context, 'unbanFromChat', async ({ params, session }) =>
    unban(params.channel, params.username, session.username),
  )
  route(app, context, 'unbanFromChatByName', async ({ params, body, session }) =>
    unban(params.channel, body.username, session.username),
  )

  async function unban(channel: string, username: string, caller: string) {
    await requireModerator(context, channel, caller)
    if (username === caller) throw new Refusal('chat_self')
    await moderation.unrestrict({ channel, actor: caller }, username)
    return success
  }

  route(app, context, 'listChatBans', async ({ params, session }) => {
    const bans = await listBans(params.channel, session.username)
    return { bans, banned: bans }
  })
  route(app, context, 'listBannedFromChat', async ({ params, session }) => listBans(params.channel, session.username))

  async function listBans(channel: string, caller: string): Promise<ChatBan[]> {
    await requireModerator(context, channel, caller)
    return (await listRestrictions(db, channel, context.now(), chatLimits.bansPageMax)).map(toBan)
  }

  route(app, context, 'clearChat', async ({ params, session }) => {
    const { channel } = params
    await requireRuleMaker(context, channel, session.username)
    await moderation.clear({ channel, actor: session.username })
    return success
  })

  route(app, context, 'addChatModerator', async ({ params, body, session }) => {
    const { channel } = params
    requireOwner(channel, session.username)
    if (body.username === channel) throw new Refusal('chat_self')
    const moderators = await listModerators(db, channel)
    if (moderators.length >= chatLimits.moderatorsMax) throw new Refusal('chat_too_many_moderators')
    await moderation.appoint({ channel, actor: session.username }, body.username)
    return success
  })

  route(app, context, 'removeChatModerator', async ({ params, session }) => {
    const { channel, username } = params
    if (username !== session.username) requireOwner(channel, session.username)
    await moderation.dismiss({ channel, actor: session.username }, username)
    return success
  })

  route(app, context, 'pinChatMessage', async ({ params, body, session }) => {
    const { channel } = params
    await requireModerator(context, channel, session.username)
    const isFound = body.messageId === null || (await findMessage(db, channel, body.messageId))
    if (!isFound) throw new Refusal('chat_message_not_found')
    await moderation.pin({ channel, actor: session.username }, body.messageId)
    return success
  })

  route(app, context, 'announceInChat', async ({ params, body, session }) => {
    const { channel } = params
    const { username } = session
    await requireModerator(context, channel, username)
    const data = await sendMessage({ channel, username, typed: body.message, isAnnouncement: true })
    await moderation.logAnnouncement({ channel, actor: username }, { target: data.id })
    return { ...success, data }
  })

  route(app, context, 'listChatMessagesOf', async ({ params, query, session }) => {
    const { channel, username } = params
    await requireModerator(context, channel, session.username)
    return listMessagesOf(db, channel, username, { ...query, deletedSinceMs: context.now() - deletionRevertibleMs })
  })

  route(app, context, 'listChatLog', async ({ params, query, session }) => {
    await requireModerator(context, params.channel, session.username)
    const { entries, hasMore } = await listLog(db, params.channel, query)
    const nowMs = context.now()
    return { entries: entries.map((entry) => toLogEntry(entry, nowMs)), hasMore }
  })

  route(app, context, 'revertChatAction', async ({ params, session }) => {
    const { channel, entryId } = params
    await requireModerator(context, channel, session.username)
    // Reverting an action needs the same permission as the action.
    const entry = await findLogEntry(db, channel, entryId)
    if (entry && changesRights(entry)) requireOwner(channel, session.username)
    if (entry?.action === 'settings' || entry?.action === 'clear') {
      await requireRuleMaker(context, channel, session.username)
    }
    if (entry?.target === session.username) throw new Refusal('chat_self')
    await revert({ channel, actor: session.username }, entryId)
    return success
  })
}

function requireOwner(channel: string, caller: string): void {
  if (caller !== channel) throw new Refusal('chat_owner_only')
}

/** Whether reverting the action would change who moderates, or what moderators may do. Only the owner decides that. */
function changesRights({ action, details }: LogEntry): boolean {
  const previous = details.previous as { moderatorsMayChangeRules?: boolean } | string | null | undefined
  const restoresRights = typeof previous === 'object' && previous?.moderatorsMayChangeRules !== undefined
  return action.endsWith('-moderator') || Boolean(details.wasModerator) || restoresRights
}

function toBan(restriction: Restriction): ChatBan {
  return {
    username: restriction.username,
    kind: restriction.kind,
    reason: restriction.reason,
    bannedBy: restriction.createdBy,
    createdAt: restriction.createdAtMs,
    expiresAt: restriction.expiresAtMs,
  }
}
