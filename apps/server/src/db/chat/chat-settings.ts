import type { ChatRules } from '@waggle/contract/chat/entities'
import { chatLimits } from '@waggle/contract/chat/limits'
import type { Db } from '../open.ts'

/** A channel's rules, the settings that only its moderators see, and the pinned message. */
export interface ChatSettings {
  rules: ChatRules
  moderatorsMayChangeRules: boolean
  blockedWords: string[]
  pinnedMessageId: string | null
}

const defaults: ChatSettings = {
  rules: {
    slowMode: false,
    slowModeInterval: chatLimits.slowModeDefaultSeconds,
    followersOnly: false,
    followersOnlyMinutes: 0,
    emoteOnly: false,
    linksAllowed: true,
    minAccountAgeDays: 0,
    minReputation: null,
  },
  moderatorsMayChangeRules: false,
  blockedWords: [],
  pinnedMessageId: null,
}

/** The channel's settings, or the defaults. */
export async function findChatSettings(db: Db, channel: string): Promise<ChatSettings> {
  const row = await db.selectFrom('chat_settings').selectAll().where('channel', '=', channel).executeTakeFirst()
  if (!row) return defaults
  return {
    rules: {
      slowMode: row.slow_mode === 1,
      slowModeInterval: row.slow_mode_seconds,
      followersOnly: row.followers_only === 1,
      followersOnlyMinutes: row.followers_only_minutes,
      emoteOnly: row.emote_only === 1,
      linksAllowed: row.links_allowed === 1,
      minAccountAgeDays: row.min_account_age_days,
      minReputation: row.min_reputation,
    },
    moderatorsMayChangeRules: row.moderators_may_change_rules === 1,
    blockedWords: JSON.parse(row.blocked_words),
    pinnedMessageId: row.pinned_message_id,
  }
}

/** Writes only the given fields, so that simultaneous changes to different fields do not overwrite each other. */
export async function saveChatSettings(db: Db, channel: string, given: Partial<ChatSettings>): Promise<void> {
  const { rules, moderatorsMayChangeRules, blockedWords, pinnedMessageId } = given
  const columns = {
    ...(rules && ruleColumns(rules)),
    ...(moderatorsMayChangeRules !== undefined && { moderators_may_change_rules: Number(moderatorsMayChangeRules) }),
    ...(blockedWords && { blocked_words: JSON.stringify(blockedWords) }),
    ...(pinnedMessageId !== undefined && { pinned_message_id: pinnedMessageId }),
  }
  await db
    .insertInto('chat_settings')
    .values({
      channel,
      ...ruleColumns(defaults.rules),
      blocked_words: '[]',
      moderators_may_change_rules: 0,
      ...columns,
    })
    .onConflict((conflict) => conflict.column('channel').doUpdateSet(columns))
    .execute()
}

function ruleColumns(rules: ChatRules) {
  return {
    slow_mode: Number(rules.slowMode),
    slow_mode_seconds: rules.slowModeInterval,
    followers_only: Number(rules.followersOnly),
    followers_only_minutes: rules.followersOnlyMinutes,
    emote_only: Number(rules.emoteOnly),
    links_allowed: Number(rules.linksAllowed),
    min_account_age_days: rules.minAccountAgeDays,
    min_reputation: rules.minReputation,
  }
}
