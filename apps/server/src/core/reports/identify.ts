import type { Body } from '@waggle/contract/endpoints'
import { findBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { findWrittenMessage } from '../../db/chat/chat-messages.ts'
import type { Reported } from '../../db/operating/reported-things.ts'
import { findClip } from '../../db/recordings/clips.ts'
import { findReplay } from '../../db/recordings/replays.ts'
import { Refusal } from '../../http/refusal.ts'
import type { CoreContext } from '../context.ts'

/** What a report is about. Refused when there is no such thing, or not of this account. */
export async function identify(context: CoreContext, body: Body<'report'>): Promise<Reported> {
  const { db } = context
  const { kind, username, streamId, channel, messageId } = body
  const nothingElse = { streamId: null, channel: null, messageId: null }
  if (!(await context.channelExists(username))) throw new Refusal('account_not_found')
  switch (kind) {
    case 'account':
      return { kind, username, ...nothingElse, channel: channel ?? null }
    case 'message': {
      const message =
        channel === undefined || messageId === undefined ? undefined : await findWrittenMessage(db, channel, messageId)
      if (message?.username !== username) throw new Refusal('chat_message_not_found')
      return { kind, username, streamId: null, channel: message.channel, messageId: message.id }
    }
    case 'clip': {
      const clip = streamId === undefined ? undefined : await findClip(db, streamId)
      if (clip?.maker !== username) throw new Refusal('clip_not_found')
      return { kind, username, streamId: clip.id, channel: clip.channel, messageId: null }
    }
    default: {
      const find = kind === 'replay' ? findReplay : findBroadcast
      const found = streamId === undefined ? undefined : await find(db, streamId)
      if (found?.username !== username) throw new Refusal('stream_not_found')
      return { kind, username, ...nothingElse, streamId: found.id }
    }
  }
}
