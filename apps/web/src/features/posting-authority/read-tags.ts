import { limits } from '@waggle/contract/limits'

/** The tags in what was typed: separated by spaces or commas, with or without '#', each once. */
export function readTags(typed: string): string[] {
  const tags = typed
    .toLowerCase()
    .split(/[\s,]+/)
    .map((tag) => tag.replace(/^#+/, ''))
    .filter(Boolean)
  return [...new Set(tags)].slice(0, limits.announcementTagsMax)
}
