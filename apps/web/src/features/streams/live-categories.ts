import type { ActiveStream } from '@waggle/contract/endpoints'
import { categoryOf } from '../../texts/contract/choices.ts'

export interface LiveCategory {
  category: string
  streams: number
  viewers: number
}

/** The categories of the streams: those with the most viewers first, then those with the most streams, equal ones by name (rule DIR-3). */
export function liveCategories(streams: readonly ActiveStream[]): LiveCategory[] {
  const found = new Map<string, LiveCategory>()
  for (const stream of streams) {
    const category = categoryOf(stream)
    const { streams: count, viewers } = found.get(category) ?? { streams: 0, viewers: 0 }
    found.set(category, { category, streams: count + 1, viewers: viewers + stream.viewers })
  }
  return [...found.values()].sort(
    (a, b) => b.viewers - a.viewers || b.streams - a.streams || a.category.localeCompare(b.category),
  )
}
