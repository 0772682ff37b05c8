import { useQuery } from '@tanstack/react-query'
import { channelPath } from '@waggle/contract/pages/page-addresses'
import { useRef } from 'react'
import rowStyles from '../../features/follow/channel-row.module.css'
import { ChannelRow } from '../../features/follow/channel-row.tsx'
import { useFollowedNames } from '../../features/follow/use-follow.ts'
import { StillPicture } from '../../features/streams/cards/still-picture.tsx'
import { useStreams } from '../../features/streams/use-streams.ts'
import { api } from '../../lib/api/api.ts'
import { followersText } from '../../lib/format/count.ts'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { useSession } from '../../session/session.tsx'
import { categoryOf, categoryText } from '../../texts/contract/choices.ts'
import { followingTexts as texts } from '../../texts/viewer/following.ts'
import { StateBadge, ViewerBadge } from '../../ui/identity/badge.tsx'
import { ChannelArt } from '../../ui/identity/channel-art.tsx'
import styles from './following.module.css'

/** Channels to follow, who is live first and with the picture of now. Absent when there are none, or when the request fails (rule FOLLOW-6). */
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
  if (channels.length === 0 || (!streams && error === undefined)) return null
  const streamOf = new Map(streams?.map((stream) => [stream.username, stream]))
  const liveFirst = channels.toSorted(
    (one, other) => Number(streamOf.has(other.username)) - Number(streamOf.has(one.username)),
  )
  return (
    <section className={styles.section} aria-labelledby="recommended-heading">
      <h2 id="recommended-heading">{texts.recommended}</h2>
      <ul className={rowStyles.pictured}>
        {liveFirst.map(({ username, followerCount, isLive, isStopped }) => {
          const avatar = avatarAddress(site, username)
          const stream = streamOf.get(username)
          // What the list of channels said is older than the streams.
          const state = stream ?? (streams ? undefined : { isLive, isStopped })
          return (
            <li key={username}>
              <ChannelRow
                {...{ username, avatar }}
                href={channelPath(username)}
                picture={stream ? <StillPicture stream={stream} /> : <ChannelArt {...{ username, avatar }} />}
                badges={
                  state?.isLive && (
                    <>
                      <StateBadge stream={state} />
                      {stream && <ViewerBadge count={stream.viewers} />}
                    </>
                  )
                }
                title={stream?.title}
              >
                {stream ? categoryText(categoryOf(stream)) : followerCount > 0 && followersText(followerCount)}
              </ChannelRow>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
