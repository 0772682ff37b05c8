import type { ChatBan } from '@waggle/contract/chat/entities'
import { chatLimits } from '@waggle/contract/chat/limits'
import type { FastifyInstance } from 'fastify'
import { findLogEntry, type LogEntry, listLog } from '../../db/chat/chat-log.ts'
import { findMessage } from '../../db/chat/chat-messages.ts'
import { findRestriction, listModerators, listRestrictions, type Restriction } from '../../db/chat/moderation.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { ChatContext } from '../context.ts'
import { configOf } from '../moderation/config-view.ts'
import { type Acting, type Moderation, toLogEntry } from '../moderation/moderation.ts'
import { requireAuthorityOver, requireModerator, requireRuleMaker } from '../moderation/permissions.ts'
import type { createRevert } from '../moderation/revert.ts'
import type { Say } from '../sending/send.ts'

const done = { success: true as const }

/** What the owner and moderators call. */
export function moderationRoutes(
  app: FastifyInstance,
  context: ChatContext,
  { moderation, revert, say }: { moderation: Moderation; revert: ReturnType<typeof createRevert>; say: Say },
): void {
  const { db } = context

  route(app, context, 'updateChatConfig', async ({ params, body, session }) => {
    const { channel } = params
    const { moderators, ...rules } = body
    await requireRuleMaker(context, channel, session.username)
    if (moderators || rules.moderatorsMayChangeRules !== undefined) requireOwner(channel, session.username)
    const acting = { channel, actor: session.username }
    if (moderators) await appointOnly(acting, moderators)
    if (Object.keys(rules).length > 0) await moderation.changeSettings(acting, rules)
    return configOf(db, channel, 'moderators')
  })

  async function appointOnly(acting: Acting, wanted: string[]): Promise<void> {
    const former = await listModerators(db, acting.channel)
    for (const name of former) if (!wanted.includes(name)) await moderation.dismiss(acting, name)
    for (const name of wanted) if (name !== acting.channel) await moderation.appoint(acting, name)
  }

  route(app, context, 'banFromChat', async ({ params, body, session }) => {
    const { channel } = params
    await requireAuthorityOver(context, channel, session.username, body.username)
    await moderation.restrict({ channel, actor: session.username }, body.username, {
      kind: 'ban',
      reason: body.reason || null,
      durationSeconds: body.duration ?? null,
    })
    return done
  })

  route(app, context, 'timeOutInChat', async ({ params, body, session }) => {
    const { channel } = params
    await requireAuthorityOver(context, channel, session.username, body.username)
    const former = await findRestriction(db, channel, body.username, context.now())
    if (former?.kind === 'ban') throw new Refusal('chat_already_banned')
    const expiresAtMs = await moderation.restrict({ channel, actor: session.username }, body.username, {
      kind: 'timeout',
      reason: body.reason || null,
      durationSeconds: body.duration,
    })
    return { ...done, expiresAt: expiresAtMs ?? context.now() }
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
    return done
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
    return done
  })

  route(app, context, 'addChatModerator', async ({ params, body, session }) => {
    const { channel } = params
    requireOwner(channel, session.username)
    if (body.username === channel) throw new Refusal('chat_self')
    const moderators = await listModerators(db, channel)
    if (moderators.length >= chatLimits.moderatorsMax) throw new Refusal('chat_too_many_moderators')
    await moderation.appoint({ channel, actor: session.username }, body.username)
    return done
  })

  route(app, context, 'removeChatModerator', async ({ params, session }) => {
    const { channel, username } = params
    if (username !== session.username) requireOwner(channel, session.username)
    await moderation.dismiss({ channel, actor: session.username }, username)
    return done
  })

  route(app, context, 'pinChatMessage', async ({ params, body, session }) => {
    const { channel } = params
    await requireModerator(context, channel, session.username)
    const isThere = body.messageId === null || (await findMessage(db, channel, body.messageId))
    if (!isThere) throw new Refusal('chat_message_not_found')
    await moderation.pin({ channel, actor: session.username }, body.messageId)
    return done
  })

  route(app, context, 'announceInChat', async ({ params, body, session }) => {
    const { channel } = params
    const { username } = session
    await requireModerator(context, channel, username)
    const data = await say({ channel, username, typed: body.message, isAnnouncement: true })
    await moderation.record({ channel, actor: username }, 'announce', { target: data.id })
    return { ...done, data }
  })

  route(app, context, 'listChatLog', async ({ params, query, session }) => {
    await requireModerator(context, params.channel, session.username)
    const { entries, hasMore } = await listLog(db, params.channel, query)
    return { entries: entries.map(toLogEntry), hasMore }
  })

  route(app, context, 'revertChatAction', async ({ params, session }) => {
    const { channel, entryId } = params
    await requireModerator(context, channel, session.username)
    // Who may not do a thing may not undo it.
    const entry = await findLogEntry(db, channel, entryId)
    if (entry && isOwnersAct(entry)) requireOwner(channel, session.username)
    if (entry?.action === 'settings' || entry?.action === 'clear') {
      await requireRuleMaker(context, channel, session.username)
    }
    if (entry?.target === session.username) throw new Refusal('chat_self')
    await revert({ channel, actor: session.username }, entryId)
    return done
  })
}

function requireOwner(channel: string, caller: string): void {
  if (caller !== channel) throw new Refusal('chat_owner_only')
}

/** Whether undoing it would change who moderates, or what moderators may. */
function isOwnersAct({ action, details }: LogEntry): boolean {
  const former = details.former as { moderatorsMayChangeRules?: boolean } | string | null | undefined
  const hasRights = typeof former === 'object' && former?.moderatorsMayChangeRules !== undefined
  return action.endsWith('-moderator') || Boolean(details.wasModerator) || hasRights
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
