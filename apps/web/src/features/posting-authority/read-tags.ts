import { limits } from '@waggle/contract/limits'

/** The distinct tags in a typed text. They are separated by spaces or commas and may begin with '#'. */
export function readTags(typed: string): string[] {
  const tags = typed
    .toLowerCase()
    .split(/[\s,]+/)
    .map((tag) => tag.replace(/^#+/, ''))
    .filter(Boolean)
  return [...new Set(tags)].slice(0, limits.announcementTagsMax)
}
