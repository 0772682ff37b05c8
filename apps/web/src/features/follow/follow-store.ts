import type { QueryClient } from '@tanstack/react-query'
import type { FollowEntry } from '@waggle/contract/follows/endpoints'
import { limits } from '@waggle/contract/limits'
import type { Api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { siteClock } from '../../lib/clock/site-clock.ts'
import { createStore, type Store } from '../../lib/store/store.ts'
import { fill, sentences } from '../../texts/contract/sentences.ts'

export const followingKey = (user: string | null) => ['following', user]
export const followStatsKey = (channel: string) => ['follow-stats', channel]

interface FollowState {
  /** For each channel with a call under way, whether the user will follow it: shown at once, and undone when the call fails. */
  pending: Readonly<Record<string, boolean>>
  /** Why the latest change of a channel failed; cleared after 3 s (rule FOLLOW-3). */
  errors: Readonly<Record<string, { sentence: string }>>
}

interface FollowChange {
  queryClient: QueryClient
  user: string
  token: string
  channel: string
  isFollowing: boolean
}

interface FollowStore extends Store<FollowState> {
  /** Follows or unfollows. Ignored while a call for the same channel is under way. Rejects with the error of the call. */
  change(change: FollowChange): Promise<void>
}

/** The app has one store: a button whose call fails may have left the page with its row, before the row returns. */
export function createFollowStore(
  api: Api,
  after: (delayMs: number, run: () => void) => void = (delayMs, run) => setTimeout(run, delayMs),
): FollowStore {
  const store = createStore<FollowState>({ pending: {}, errors: {} })

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
      if (store.getState().pending[channel] !== undefined) return
      store.setState({
        pending: { ...store.getState().pending, [channel]: isFollowing },
        errors: without(store.getState().errors, channel),
      })
      try {
        const answer = await api(isFollowing ? 'follow' : 'unfollow', { token, body: { username: channel } })
        // A list that is being fetched is older than this answer.
        await queryClient.cancelQueries({ queryKey: followingKey(user) })
        queryClient.setQueryData<FollowEntry[]>(
          followingKey(user),
          (list) => list && withChange(list, channel, answer.isFollowing),
        )
        queryClient.setQueryData<number>(followStatsKey(channel), answer.followerCount)
        void queryClient.invalidateQueries({ queryKey: followingKey(user) })
      } catch (error) {
        setError(channel, describeFollowError(error, isFollowing))
        throw error
      } finally {
        store.setState({ pending: without(store.getState().pending, channel) })
      }
    },
  }
}

/** A refusal that the server explains is shown in its words, any other failure in those of rule FOLLOW-3. */
function describeFollowError(error: unknown, isFollowing: boolean): string {
  if (!(error instanceof ApiError)) return errorSentence(error, sentences.player.network)
  const { follow } = sentences
  if (error.status === 401) return isFollowing ? follow.loginToFollow : follow.loginToUnfollow
  if (error.code !== undefined && error.status < 500) return error.message
  return fill(isFollowing ? follow.followFailed : follow.unfollowFailed, { status: error.status })
}

function withChange(list: FollowEntry[], channel: string, isFollowing: boolean): FollowEntry[] {
  const others = list.filter((entry) => entry.username !== channel)
  return isFollowing
    ? [{ username: channel, lastSeen: null, followedAt: siteClock.now(), nextBroadcast: null }, ...others]
    : others
}

function without<Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  const { [key]: _, ...rest } = record
  return rest
}
