import { isUsername } from '@waggle/contract/names'
import { createPreferenceStore } from '../../../lib/store/preference-store.ts'
import type { WritableStore } from '../../../lib/store/store.ts'
import { emoteOf } from '../emotes/emotes.ts'

export const textSizes = ['small', 'normal', 'large', 'largest'] as const
export type ChatTextSize = (typeof textSizes)[number]

/** How the reader likes the chat. Kept in this browser from one visit to the next. */
export interface ChatPreferences {
  textSize: ChatTextSize
  hasTimestamps: boolean
  /** Messages wait until the picture has come to the moment at which they were written. */
  isWithPicture: boolean
  /** The names of the emotes picked last, newest first. */
  recentEmotes: readonly string[]
  /** Whose messages the reader does not see (rule CHAT-25), the latest choice first. */
  hiddenUsers: readonly string[]
}

const maxRecentEmotes = 16
const maxHiddenUsers = 200

export function createChatPreferences(
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
): WritableStore<ChatPreferences> {
  return createPreferenceStore<ChatPreferences>({
    key: 'waggle.chat',
    // Times take a sixth of a line, and a third on a phone.
    defaults: { textSize: 'normal', hasTimestamps: false, isWithPicture: false, recentEmotes: [], hiddenUsers: [] },
    repair: ({ textSize, recentEmotes, hiddenUsers, ...rest }) => ({
      ...rest,
      ...(textSize && textSizes.includes(textSize) && { textSize }),
      ...(recentEmotes && { recentEmotes: knownEmotes(recentEmotes) }),
      ...(hiddenUsers && { hiddenUsers: usernames(hiddenUsers) }),
    }),
    storage,
  })
}

export const chatPreferences = createChatPreferences(() => localStorage)

/** The recent emotes once this one has been picked. */
export function withRecentEmote(recent: readonly string[], picked: string): readonly string[] {
  return [picked, ...recent.filter((name) => name !== picked)].slice(0, maxRecentEmotes)
}

/** The hidden users once this one is hidden. */
export function withHidden(hidden: readonly string[], username: string): readonly string[] {
  return [username, ...withoutHidden(hidden, username)].slice(0, maxHiddenUsers)
}

/** The hidden users once this one is shown again. */
export function withoutHidden(hidden: readonly string[], username: string): readonly string[] {
  return hidden.filter((each) => each !== username)
}

function usernames(stored: readonly unknown[]): string[] {
  return stored.filter((name): name is string => typeof name === 'string' && isUsername(name)).slice(0, maxHiddenUsers)
}

function knownEmotes(stored: readonly unknown[]): string[] {
  const known = stored.filter((name): name is string => typeof name === 'string' && emoteOf(name) !== undefined)
  return [...new Set(known)].slice(0, maxRecentEmotes)
}
