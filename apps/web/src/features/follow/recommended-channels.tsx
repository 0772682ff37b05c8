import { useQuery } from '@tanstack/react-query'
import { channelPath } from '@waggle/contract/pages/page-addresses'
import { api } from '../../lib/api/api.ts'
import { followersText } from '../../lib/format/count.ts'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { useSession } from '../../session/session.tsx'
import { followingTexts as texts } from '../../texts/viewer/following.ts'
import { StateBadge } from '../../ui/identity/badge.tsx'
import styles from './channel-row.module.css'
import { ChannelRow } from './channel-row.tsx'

/** Channels to follow. Absent when there are none, or when the request fails (rule FOLLOW-6). */
export function RecommendedChannels() {
  const site = useSite()
  const { user, token } = useSession()
  const { data } = useQuery({
    queryKey: ['recommendations', user],
    queryFn: async ({ signal }) =>
      (await api('listRecommendations', { signal, ...(token !== null && { token }) })).recommendations,
    // A channel that the user follows here keeps its place, with the button to unfollow it.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="recommended-heading">
      <h2 id="recommended-heading" className={styles.heading}>
        {texts.recommended}
      </h2>
      <ul className={styles.list}>
        {data.map(({ username, followerCount, isLive, isStopped }) => (
          <li key={username}>
            <ChannelRow username={username} avatar={avatarAddress(site, username)} href={channelPath(username)}>
              {isLive && <StateBadge stream={{ isLive, isStopped }} />}
              {followerCount > 0 && followersText(followerCount)}
            </ChannelRow>
          </li>
        ))}
      </ul>
    </section>
  )
}
