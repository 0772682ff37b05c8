import type { ChatConfig } from '@waggle/contract/chat/entities'
import { findMessage } from '../../db/chat/chat-messages.ts'
import { findChatSettings } from '../../db/chat/chat-settings.ts'
import { listModerators } from '../../db/chat/moderation.ts'
import type { Db } from '../../db/open.ts'

/** A channel's chat settings in the form of the API. Only moderators see the blocked words, because others could misuse them. */
export async function configOf(db: Db, channel: string, audience: 'everyone' | 'moderators'): Promise<ChatConfig> {
  const { rules, moderatorsMayChangeRules, blockedWords, pinnedMessageId } = await findChatSettings(db, channel)
  return {
    channel,
    ...rules,
    slowModeDelay: rules.slowModeInterval,
    moderators: await listModerators(db, channel),
    moderatorsMayChangeRules,
    pinned: pinnedMessageId ? ((await findMessage(db, channel, pinnedMessageId)) ?? null) : null,
    ...(audience === 'moderators' && { blockedWords }),
  }
}
