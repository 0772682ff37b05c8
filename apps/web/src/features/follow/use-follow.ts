import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FollowEntry } from '@waggle/contract/follows/endpoints'
import { limits } from '@waggle/contract/limits'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { useKnownUser, useLoginRequests, useSession } from '../../session/session.tsx'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { fill, sentences } from '../../texts/contract/sentences.ts'
import { streamTexts } from '../../texts/viewer/streams.ts'
import { createFollowStore, followingKey, followStatsKey } from './follow-store.ts'

const store = createFollowStore(api)

interface Following {
  /** The channels the user follows, without those that are being unfollowed. */
  entries: readonly FollowEntry[] | undefined
  /** Why there is no list at all. */
  error: string | undefined
  refresh(): void
}

/** The channels that the user follows: one list for all buttons and pages, refreshed every 60 s (rule FOLLOW-10). */
export function useFollowing({ isSecondary = false } = {}): Following {
  const { user } = useSession()
  const { pending } = useStore(store)
  const { data, error, refetch } = useSessionQuery({
    queryKey: followingKey(user),
    request: async (token, signal) => (await api('listFollowing', { token, signal })).following,
    enabled: user !== null,
    isSecondary,
    refetchInterval: limits.followingRefreshMs,
    staleTime: limits.followingRefreshMs / 2,
  })
  return {
    entries: data?.filter((entry) => pending[entry.username] !== false),
    error: data === undefined && error ? describeListError(error) : undefined,
    refresh: () => void refetch(),
  }
}

/**
 * The names of the channels that the user follows; none while logged out. Undefined while they are being loaded: cards that come a moment
 * later are better than cards that change their place under the pointer.
 */
export function useFollowedNames(): ReadonlySet<string> | undefined {
  const user = useKnownUser()
  const { entries, error } = useFollowing({ isSecondary: true })
  if (user !== undefined && entries === undefined && error === undefined) return undefined
  return new Set(user === undefined ? [] : entries?.map(({ username }) => username))
}

interface Follow {
  isFollowing: boolean
  /** The list of channels has been loaded, or the user has just chosen. */
  isKnown: boolean
  isBusy: boolean
  error: string | undefined
  /** While logged out it asks for a login first, and then follows. */
  toggle(): void
}

/** Whether the user follows a channel. An unknown state counts as not following (rule FOLLOW-5). */
export function useFollow(channel: string): Follow {
  const { user } = useSession()
  const loginRequests = useLoginRequests()
  const queryClient = useQueryClient()
  const { entries } = useFollowing({ isSecondary: true })
  const { pending, errors } = useStore(store)
  const pendingState = pending[channel]
  const isFollowing = pendingState ?? entries?.some((entry) => entry.username === channel) ?? false
  const { run } = useSessionMutation<{ user: string; isFollowing: boolean }>({
    send: ({ token, input }) => store.change({ queryClient, token, channel, ...input }),
    failed: sentences.player.network,
  })
  return {
    isFollowing,
    isKnown: pendingState !== undefined || entries !== undefined,
    isBusy: pendingState !== undefined,
    // The store keeps the error: the button may have left the page with its row, before the row returns.
    error: errors[channel]?.sentence,
    toggle() {
      if (user !== null) return run({ user, isFollowing: !isFollowing })
      loginRequests.ask({
        reason: streamTexts.loginToFollowChannel(channel),
        onLoggedIn: ({ user }) => user !== channel && run({ user, isFollowing: true }),
      })
    },
  }
}

/** The channel's followers, with the user's pending change counted in, never below 0; undefined while unknown. */
export function useFollowerCount(channel: string): number | undefined {
  const pendingState = useStore(store, ({ pending }) => pending[channel])
  const { data } = useQuery({
    queryKey: followStatsKey(channel),
    queryFn: async ({ signal }) =>
      (await api('getFollowStats', { params: { username: channel }, signal })).followerCount,
    staleTime: limits.followingRefreshMs,
  })
  if (data === undefined) return undefined
  return Math.max(0, data + (pendingState === undefined ? 0 : pendingState ? 1 : -1))
}

function describeListError(error: Error): string {
  return error instanceof ApiError
    ? fill(sentences.follow.listFailed, { status: error.status })
    : errorSentence(error, sentences.player.network)
}
