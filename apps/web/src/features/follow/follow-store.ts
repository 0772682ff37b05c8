import type { QueryClient } from '@tanstack/react-query'
import type { FollowEntry } from '@waggle/contract/follows/endpoints'
import { limits } from '@waggle/contract/limits'
import type { Api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { createStore, type Store } from '../../lib/store/store.ts'
import { fill, sentences } from '../../texts/contract/sentences.ts'

export const followingKey = (user: string | null) => ['following', user]
export const followStatsKey = (channel: string) => ['follow-stats', channel]

export interface FollowState {
  /** What is wished while the call for it runs: shown at once, and given up when the call fails. */
  wishes: Readonly<Record<string, boolean>>
  /** Why the latest wish for a channel failed; gone after 3 s (spec section 4). */
  errors: Readonly<Record<string, { sentence: string }>>
}

export interface FollowChange {
  queryClient: QueryClient
  user: string
  token: string
  channel: string
  isFollowing: boolean
}

export interface FollowStore extends Store<FollowState> {
  /** Follows or unfollows; one call for a channel at a time. Resolves with the error that stopped it, if one did. */
  change(change: FollowChange): Promise<unknown>
}

/** One for the app: a button that fails may have left the page, with its row, before the row comes back. */
export function createFollowStore(
  api: Api,
  after: (delayMs: number, run: () => void) => void = (delayMs, run) => setTimeout(run, delayMs),
): FollowStore {
  const store = createStore<FollowState>({ wishes: {}, errors: {} })

  function setError(channel: string, sentence: string): void {
    const error = { sentence }
    store.setState({ errors: { ...store.getState().errors, [channel]: error } })
    after(limits.followErrorDisplayMs, () => {
      const { errors } = store.getState()
      // A later error of the same channel has its own 3 s.
      if (errors[channel] === error) store.setState({ errors: without(errors, channel) })
    })
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    async change({ queryClient, user, token, channel, isFollowing }) {
      if (store.getState().wishes[channel] !== undefined) return undefined
      store.setState({
        wishes: { ...store.getState().wishes, [channel]: isFollowing },
        errors: without(store.getState().errors, channel),
      })
      try {
        const answer = await api(isFollowing ? 'follow' : 'unfollow', { token, body: { username: channel } })
        // A list on its way is older than this answer.
        await queryClient.cancelQueries({ queryKey: followingKey(user) })
        queryClient.setQueryData<FollowEntry[]>(
          followingKey(user),
          (list) => list && withChange(list, channel, answer.isFollowing),
        )
        queryClient.setQueryData<number>(followStatsKey(channel), answer.followerCount)
        void queryClient.invalidateQueries({ queryKey: followingKey(user) })
        return undefined
      } catch (error) {
        setError(channel, describeFollowError(error, isFollowing))
        return error
      } finally {
        store.setState({ wishes: without(store.getState().wishes, channel) })
      }
    },
  }
}

/** Sentences of spec section 8; a refusal that the server explains is shown in its words. */
function describeFollowError(error: unknown, isFollowing: boolean): string {
  if (!(error instanceof ApiError)) return sentences.player.network
  const { follow } = sentences
  if (error.status === 401) return isFollowing ? follow.loginToFollow : follow.loginToUnfollow
  if (error.code !== undefined && error.status < 500) return error.message
  return fill(isFollowing ? follow.followFailed : follow.unfollowFailed, { status: error.status })
}

function withChange(list: FollowEntry[], channel: string, isFollowing: boolean): FollowEntry[] {
  const others = list.filter((entry) => entry.username !== channel)
  return isFollowing ? [{ username: channel, lastSeen: null, followedAt: Date.now() }, ...others] : others
}

function without<Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  const { [key]: _, ...rest } = record
  return rest
}
