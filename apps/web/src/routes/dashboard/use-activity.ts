import { useQuery } from '@tanstack/react-query'
import { useTips } from '../../features/tip/use-tips.ts'
import { api } from '../../lib/api/api.ts'
import { shownAmount } from '../../lib/format/amount.ts'
import { dashboardKeys } from '../../lib/queries/dashboard-keys.ts'
import type { ActivityKind } from './activity-filter.ts'

export type Happening = { key: string; username: string; at: number } & (
  | { kind: 'follow' }
  | { kind: 'tip'; amount: string; message: string }
)

const shownAtMost = 50

/** The latest followers and tips of one kind or all, newest first; undefined until the followers are known. An event on the channel refreshes them. */
export function useActivity(
  user: string,
  shown: ActivityKind,
): { happenings: readonly Happening[] | undefined; isFailed: boolean } {
  const followers = useQuery({
    queryKey: dashboardKeys.followers(user),
    queryFn: async ({ signal }) =>
      (await api('listFollowers', { params: { username: user }, query: { limit: String(shownAtMost) }, signal }))
        .followers,
  })
  const tips = useTips(user)
  const follows = followers.data?.map(({ username, followedAt }): Happening => {
    return { key: `follow ${username} ${followedAt}`, kind: 'follow', username, at: followedAt }
  })
  const received = tips.data?.tips.map(({ id, sender, amount, message, sentAt }): Happening => {
    return { key: `tip ${id}`, kind: 'tip', username: sender, amount: shownAmount(amount), message, at: sentAt }
  })
  return {
    happenings:
      follows &&
      [...follows, ...(received ?? [])]
        .filter(({ kind }) => shown === 'all' || shown === kind)
        .sort((a, b) => b.at - a.at)
        .slice(0, shownAtMost),
    isFailed: followers.isError || tips.isError,
  }
}
