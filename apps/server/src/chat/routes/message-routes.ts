import { chatLimits } from '@waggle/contract/chat/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findClearSince, listDeletedSince } from '../../db/chat/chat-deletions.ts'
import { messageTimeMs } from '../../db/chat/chat-message-id.ts'
import { findMessage, listMessages, listMessagesOfPictures } from '../../db/chat/chat-messages.ts'
import { findModerators } from '../../db/chat/moderation.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { sessionOfCall } from '../../http/sessions/sessions.ts'
import type { ChatContext } from '../context.ts'
import { configOf } from '../moderation/config-view.ts'
import type { Moderation } from '../moderation/moderation.ts'
import { canModerate, requireModerator, roleOf } from '../moderation/permissions.ts'
import { standingOf } from '../moderation/standings.ts'
import type { RoomRegistry } from '../rooms/room-registry.ts'
import type { SendMessage } from '../sending/message-sender.ts'

/** A message and its deletion may get their times from the clocks of two processes. */
const clockToleranceMs = 10_000

/** Routes for everyone: history, sending, deleting one's own messages, the channel's settings, who is in the room. */
export function messageRoutes(
  app: FastifyInstance,
  context: ChatContext,
  { rooms, sendMessage, moderation }: { rooms: RoomRegistry; sendMessage: SendMessage; moderation: Moderation },
): void {
  const { db } = context

  route(app, context, 'listChatMessages', async ({ params, query }) => {
    if (query.before !== undefined && query.after !== undefined) {
      throw new Refusal('invalid_request', { message: "Give 'before' or 'after', not both" })
    }
    return listMessages(db, params.channel, query)
  })

  route(app, context, 'listPictureMessages', async ({ params, query }) => {
    const { from, until } = query
    if (until <= from || until - from > chatLimits.pictureSpanMaxMs) throw new Refusal('invalid_request')
    return listMessagesOfPictures(db, params.channel, {
      ...{ fromMs: from, untilMs: until, limit: chatLimits.pictureMessagesMax },
    })
  })

  route(app, context, 'listChatDeletions', async ({ params, query }) => {
    const sinceMs = messageTimeMs(query.since) - clockToleranceMs
    const ids = await listDeletedSince(db, params.channel, sinceMs, chatLimits.deletionsMax + 1)
    const isCleared = (await findClearSince(db, params.channel, sinceMs)) !== undefined
    return { ids: ids.slice(0, chatLimits.deletionsMax), hasMore: isCleared || ids.length > chatLimits.deletionsMax }
  })

  route(app, context, 'sendChatMessage', async ({ params, body, session, request }) => {
    const data = await sendMessage({
      channel: params.channel,
      username: session.username,
      typed: body.message,
      replyToId: body.replyTo,
      idempotencyKey: readIdempotencyKey(request) ?? body.idempotencyKey,
      pictureAtMs: body.pictureAt,
    })
    return { success: true as const, data }
  })

  route(app, context, 'deleteChatMessage', async ({ params, session }) => {
    const { channel, messageId } = params
    const message = await findMessage(db, channel, messageId)
    const isOwn = message?.username === session.username
    // Checked before the message's existence, so that callers without permission do not learn which ids exist.
    if (!isOwn) await requireModerator(context, channel, session.username)
    const isDeleted = message && (await moderation.remove({ channel, actor: session.username }, messageId, isOwn))
    if (!isDeleted) throw new Refusal('chat_message_not_found')
    return { success: true as const }
  })

  route(app, context, 'getChatConfig', async ({ params, request }) => {
    return configOf(db, params.channel, await audienceOf(request, params.channel))
  })

  route(app, context, 'getChatStanding', async ({ params, session }) =>
    standingOf(db, params.channel, session.username, context.now()),
  )

  route(app, context, 'getChatPresence', async ({ params }) => {
    const present = rooms.presence.viewersIn(params.channel)
    return {
      channel: params.channel,
      ...present,
      moderators: await findModerators(db, params.channel, present.users),
    }
  })

  /** Everyone may call this. A moderator's token adds to the response; an invalid token is ignored. */
  async function audienceOf(request: FastifyRequest, channel: string): Promise<'everyone' | 'moderators'> {
    const session = await sessionOfCall(context, request)
    return session && canModerate(await roleOf(db, channel, session.username)) ? 'moderators' : 'everyone'
  }
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key !== 'string' || key.length > chatLimits.idempotencyKeyMaxLength || !/^[\x21-\x7e]+$/.test(key)) {
    throw new Refusal('invalid_request', { message: "The header 'idempotency-key' is not valid" })
  }
  return key
}
