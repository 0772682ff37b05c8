import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FollowEntry } from '@waggle/contract/follows/endpoints'
import { limits } from '@waggle/contract/limits'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { useSession, useSessionStore } from '../../session/session.tsx'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { fill, sentences } from '../../texts/contract/sentences.ts'
import { createFollowStore, followingKey, followStatsKey } from './follow-store.ts'

const store = createFollowStore(api)

export interface Following {
  /** The channels the user follows, without those that are being unfollowed. */
  entries: readonly FollowEntry[] | undefined
  /** Why there is no list at all. */
  error: string | undefined
  refresh(): void
}

/** Whom the user follows: one list for all buttons and pages, refreshed every 60 s. */
export function useFollowing(): Following {
  const { user } = useSession()
  const { wishes } = useStore(store)
  const { data, error, refetch } = useSessionQuery({
    queryKey: followingKey(user),
    ask: async (token, signal) => (await api('listFollowing', { token, signal })).following,
    isEnabled: user !== null,
    refetchIntervalMs: limits.followingRefreshMs,
    staleMs: limits.followingRefreshMs / 2,
  })
  return {
    entries: data?.filter((entry) => wishes[entry.username] !== false),
    error: data === undefined && error ? describeListError(error) : undefined,
    refresh: () => void refetch(),
  }
}

export interface Follow {
  isFollowing: boolean
  isBusy: boolean
  error: string | undefined
  toggle(): void
}

/** How the user stands to a channel. What cannot be learnt counts as not following (spec section 8). */
export function useFollow(channel: string): Follow {
  const { user, token } = useSession()
  const sessionStore = useSessionStore()
  const queryClient = useQueryClient()
  const { entries } = useFollowing()
  const { wishes, errors } = useStore(store)
  const wish = wishes[channel]
  const isFollowing = wish ?? entries?.some((entry) => entry.username === channel) ?? false
  return {
    isFollowing,
    isBusy: wish !== undefined,
    error: errors[channel]?.sentence,
    toggle() {
      if (user === null || token === null) return
      const change = { queryClient, user, token, channel, isFollowing: !isFollowing }
      void store.change(change).then((error) => sessionStore.endIfRefused(error))
    },
  }
}

/** The channel's followers with the user's wish counted in, never below 0; undefined while unknown. */
export function useFollowerCount(channel: string, isWanted: boolean): number | undefined {
  const wish = useStore(store, ({ wishes }) => wishes[channel])
  const { data } = useQuery({
    queryKey: followStatsKey(channel),
    queryFn: async ({ signal }) =>
      (await api('getFollowStats', { params: { username: channel }, signal })).followerCount,
    enabled: isWanted,
    staleTime: limits.followingRefreshMs,
    retry: 1,
  })
  if (data === undefined) return undefined
  return Math.max(0, data + (wish === undefined ? 0 : wish ? 1 : -1))
}

function describeListError(error: Error): string {
  if (!(error instanceof ApiError)) return sentences.player.network
  return fill(sentences.follow.listFailed, { status: error.status })
}
