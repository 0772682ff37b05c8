import { defaultListTitle } from '../channels/defaults.ts'
import type { ActiveStream } from './endpoints.ts'

/** The one order of lists of streams: the most watched first, equal ones by name (rule DIR-4). */
export function compareStreams(a: Ordered, b: Ordered): number {
  return b.viewers - a.viewers || compareNames(a, b)
}

/** By the codes of the letters, so that server and browsers agree in every language. */
export function compareNames(a: Named, b: Named): number {
  return a.username < b.username ? -1 : a.username > b.username ? 1 : 0
}

/**
 * The streams that the home page may feature: those with a picture, a title of their own and an encoder that delivers. If no stream
 * has all three, all may be (rule HOME-2).
 */
export function featuredCandidates(streams: readonly ActiveStream[]): readonly ActiveStream[] {
  const presentable = streams.filter(
    ({ thumbnail, title, isReconnecting }) => thumbnail !== null && title !== defaultListTitle && !isReconnecting,
  )
  return presentable.length > 0 ? presentable : streams
}

type Named = Pick<ActiveStream, 'username'>
type Ordered = Pick<ActiveStream, 'username' | 'viewers'>
