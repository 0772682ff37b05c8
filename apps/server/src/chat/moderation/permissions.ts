import type { ChatRole } from '@waggle/contract/chat/entities'
import { findChatSettings } from '../../db/chat/chat-settings.ts'
import { findRestriction, isModerator } from '../../db/chat/moderation.ts'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../http/refusal.ts'
import type { ChatContext } from '../context.ts'

export function canModerate(role: ChatRole): boolean {
  return role !== 'user'
}

/** A user's role in a channel, read from the database now. */
export async function roleOf(db: Db, channel: string, username: string): Promise<ChatRole> {
  if (username === channel) return 'owner'
  return (await isModerator(db, channel, username)) ? 'moderator' : 'user'
}

/** Throws unless the caller is the owner, or a moderator who is not timed out. */
export async function requireModerator(context: ChatContext, channel: string, caller: string): Promise<ChatRole> {
  const role = await roleOf(context.db, channel, caller)
  const isRestricted = role === 'moderator' && (await findRestriction(context.db, channel, caller, context.now()))
  if (role === 'user' || isRestricted) throw new Refusal('chat_not_allowed')
  return role
}

/** Throws unless the caller is the owner, or a moderator and the owner lets moderators change the rules. */
export async function requireRuleMaker(context: ChatContext, channel: string, caller: string): Promise<ChatRole> {
  const role = await requireModerator(context, channel, caller)
  if (role === 'owner') return role
  const { moderatorsMayChangeRules } = await findChatSettings(context.db, channel)
  if (!moderatorsMayChangeRules) throw new Refusal('chat_owner_only')
  return role
}

/** Throws unless the caller may moderate the target: not the owner, not themselves, and as a moderator no other moderator. */
export async function requireAuthorityOver(
  context: ChatContext,
  channel: string,
  caller: string,
  target: string,
): Promise<void> {
  const role = await requireModerator(context, channel, caller)
  if (target === channel) throw new Refusal('chat_owner_protected')
  if (target === caller) throw new Refusal('chat_self')
  const isProtected = role === 'moderator' && (await isModerator(context.db, channel, target))
  if (isProtected) throw new Refusal('chat_moderator_protected')
}
