import type { OperatedBroadcast } from '@waggle/contract/operating/endpoints'

/** What was reported first is the order that the list has at first (rule OPERATE-5). */
export const liveOrders = ['reported', 'viewers', 'longest', 'newest'] as const
export type LiveOrder = (typeof liveOrders)[number]

type Compared = Pick<OperatedBroadcast, 'username' | 'startedAt' | 'viewers'>

/** The broadcasts whose channel or title has the text, in the order. `reportsOf`: how many reports of a channel's broadcast are open. */
export function selectLive<Broadcast extends Compared & { title: string }>(
  broadcasts: readonly Broadcast[],
  { text, order }: { text: string; order: LiveOrder },
  reportsOf: (username: string) => number,
): Broadcast[] {
  const wanted = text.trim().toLowerCase()
  const compare: Record<LiveOrder, (one: Compared, other: Compared) => number> = {
    reported: (one, other) => reportsOf(other.username) - reportsOf(one.username) || compare.viewers(one, other),
    viewers: (one, other) => other.viewers - one.viewers,
    longest: (one, other) => one.startedAt - other.startedAt,
    newest: (one, other) => other.startedAt - one.startedAt,
  }
  return broadcasts
    .filter(({ username, title }) => `@${username}`.includes(wanted) || title.toLowerCase().includes(wanted))
    .sort(compare[order])
}
