import type { ChatRole } from '@waggle/contract/chat/entities'

/** The user who wants to moderate, in a channel whose moderators are known. */
export interface ModeratingUser {
  channel: string
  me: string | null
  role: ChatRole
  moderators: readonly string[]
}

/**
 * Whether a user may time out and ban `target`: nobody may moderate the owner or themselves, and only the owner may moderate
 * moderators. The server decides; the page only hides buttons that the server would refuse.
 */
export function mayModerate({ channel, me, role, moderators }: ModeratingUser, target: string): boolean {
  if (me === null || role === 'user' || target === me || target === channel) return false
  return role === 'owner' || !moderators.includes(target)
}
