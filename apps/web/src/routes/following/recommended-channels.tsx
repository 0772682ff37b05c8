import { useQuery } from '@tanstack/react-query'
import { channelPath } from '@waggle/contract/pages/page-addresses'
import { useRef } from 'react'
import rowStyles from '../../features/follow/channel-row.module.css'
import { ChannelRow } from '../../features/follow/channel-row.tsx'
import { followButton } from '../../features/follow/follow-button.tsx'
import { useFollowedNames } from '../../features/follow/use-follow.ts'
import { StreamGrid } from '../../features/streams/cards/stream-grid.tsx'
import { useStreams } from '../../features/streams/use-streams.ts'
import { api } from '../../lib/api/api.ts'
import { followersText } from '../../lib/format/count.ts'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { useSession } from '../../session/session.tsx'
import { followingTexts as texts } from '../../texts/viewer/following.ts'
import styles from './following.module.css'

/** Where fewer of the recommended channels are live, others that are live follow. */
const leastLive = 3

/** Channels to follow, who is live first, as cards, where that is known. Absent when there are none, or when the request fails (rule FOLLOW-6). */
export function RecommendedChannels() {
  const site = useSite()
  const { user, token } = useSession()
  const { streams, error } = useStreams()
  const { data } = useQuery({
    queryKey: ['recommendations', user],
    queryFn: async ({ signal }) =>
      (await api('listRecommendations', { signal, ...(token !== null && { token }) })).recommendations,
    // A channel that the user follows here keeps its place, with the button to unfollow it; one that was followed before has none.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const followed = useFollowedNames()
  const followedBefore = useRef(followed)
  followedBefore.current ??= followed
  const channels = data?.filter(({ username }) => !followedBefore.current?.has(username)) ?? []
  if (data === undefined || (!streams && error === undefined)) return null
  const isRecommended = new Set(channels.map(({ username }) => username))
  const notFollowed = (streams ?? [])
    .filter(({ username }) => username !== user && !followedBefore.current?.has(username))
    .toSorted((one, other) => other.viewers - one.viewers)
  const recommended = notFollowed.filter(({ username }) => isRecommended.has(username))
  const unknown = notFollowed.filter(({ username }) => !isRecommended.has(username))
  const live = [...recommended, ...unknown.slice(0, Math.max(0, leastLive - recommended.length))]
  const others = channels.filter(({ username }) => !live.some((stream) => stream.username === username))
  if (live.length === 0 && others.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="recommended-heading">
      <h2 id="recommended-heading">{texts.recommended}</h2>
      {live.length > 0 && <StreamGrid streams={live} hasRows hrefOf={channelPath} actionOf={followButton} />}
      {others.length > 0 && (
        <ul className={`${rowStyles.list} ${styles.others}`}>
          {others.map(({ username, followerCount }) => (
            <li key={username}>
              <ChannelRow username={username} avatar={avatarAddress(site, username)} href={channelPath(username)}>
                {followerCount > 0 && followersText(followerCount)}
              </ChannelRow>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
