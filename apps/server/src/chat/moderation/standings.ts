import type { ChatStanding } from '@waggle/contract/chat/entities'
import { findModerators, findRestrictions } from '../../db/chat/moderation.ts'
import type { Db } from '../../db/open.ts'

/** The role and restriction of each of these users in a channel, read from the database now. */
export async function standingsOf(
  db: Db,
  channel: string,
  usernames: readonly string[],
  nowMs: number,
): Promise<ChatStanding[]> {
  if (usernames.length === 0) return []
  const moderators = new Set(await findModerators(db, channel, usernames))
  const restrictions = await findRestrictions(db, channel, usernames, nowMs)
  const restrictionOf = new Map(restrictions.map((restriction) => [restriction.username, restriction]))
  return usernames.map((username) => {
    const restriction = restrictionOf.get(username)
    return {
      channel,
      username,
      role: username === channel ? 'owner' : moderators.has(username) ? 'moderator' : 'user',
      restriction: restriction
        ? { kind: restriction.kind, expiresAt: restriction.expiresAtMs, reason: restriction.reason }
        : null,
    }
  })
}

export async function standingOf(db: Db, channel: string, username: string, nowMs: number): Promise<ChatStanding> {
  const [standing] = await standingsOf(db, channel, [username], nowMs)
  return standing!
}
