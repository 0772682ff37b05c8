import type { FollowEntry } from '@waggle/contract/follows/endpoints'
import { channelPath } from '@waggle/contract/pages/page-addresses'
import rowStyles from '../../features/follow/channel-row.module.css'
import { ChannelRow } from '../../features/follow/channel-row.tsx'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { lastSeenText } from '../../lib/format/last-seen.ts'
import { formatComing } from '../../lib/format/weekly-time.ts'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { followingTexts as texts } from '../../texts/viewer/following.ts'
import { streamTexts } from '../../texts/viewer/streams.ts'
import { ChannelArt } from '../../ui/identity/channel-art.tsx'
import { useRecordedPicture } from '../../ui/recorded/recorded-picture.tsx'
import styles from './following.module.css'
import { useLastBroadcasts } from './use-last-broadcasts.ts'

const refreshMs = 60_000

/** The followed channels that are offline: what they showed last, when that was, and when they are live next (rule FOLLOW-9). */
export function OfflineList({ user, entries }: { user: string; entries: readonly FollowEntry[] }) {
  const site = useSite()
  const nowMs = useSiteTime(refreshMs)
  const isPhone = useIsPhone()
  const lastBroadcastOf = useLastBroadcasts(user)
  return (
    <ul className={rowStyles.pictured}>
      {entries.map(({ username, lastSeen, nextBroadcast }) => {
        const avatar = avatarAddress(site, username)
        const last = lastBroadcastOf(username)
        return (
          <li key={username}>
            <ChannelRow
              {...{ username, avatar }}
              href={channelPath(username)}
              // On a phone, what is live has the pictures.
              picture={!isPhone && <LastPicture {...{ username, avatar }} path={last?.picturePath ?? null} />}
              title={last?.title}
            >
              {texts.lastSeen(lastSeenText(lastSeen, nowMs))}
              {nextBroadcast && (
                <span className={styles.next}>{streamTexts.nextLive(formatComing(nextBroadcast, nowMs))}</span>
              )}
            </ChannelRow>
          </li>
        )
      })}
    </ul>
  )
}

/** Of the last broadcast, or where there is none to be watched again, the channel's own. */
function LastPicture({
  username,
  avatar,
  path,
}: {
  username: string
  avatar: string | undefined
  path: string | null
}) {
  return useRecordedPicture(path) ?? <ChannelArt {...{ username, avatar }} />
}
