import type { OwnChannel } from '@waggle/contract/channels/endpoints'
import { limits } from '@waggle/contract/limits'
import { channelTagPattern } from '@waggle/contract/names'

/** The fields that differ from the saved ones; empty when the form is unchanged. */
export function changesOf(saved: OwnChannel, draft: OwnChannel): Partial<OwnChannel> {
  const keys = Object.keys(saved) as (keyof OwnChannel)[]
  return Object.fromEntries(keys.filter((key) => !isSame(saved[key], draft[key])).map((key) => [key, draft[key]]))
}

export type TagMistake = 'wrong' | 'full'

/** `tags` with the typed ones added, or why they cannot be added. `typed` can hold several. */
export function addTags(tags: readonly string[], typed: string): string[] | TagMistake {
  const words = typed
    .split(/[\s,]+/)
    .map((word) => word.replace(/^#+/, ''))
    .filter(Boolean)
  if (words.some((word) => !channelTagPattern.test(word))) return 'wrong'
  const known = new Set(tags.map((tag) => tag.toLowerCase()))
  const fresh = words.filter((word, index) => {
    const key = word.toLowerCase()
    return !known.has(key) && words.findIndex((other) => other.toLowerCase() === key) === index
  })
  return tags.length + fresh.length > limits.channelTagsMax ? 'full' : [...tags, ...fresh]
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
