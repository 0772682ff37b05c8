import type { ActiveStream, RecentChannel } from '@waggle/contract/endpoints'
import { watchPath } from '@waggle/contract/pages/page-addresses'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useRecentChannels } from '../../features/streams/use-recent-channels.ts'
import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { formatWeekday } from '../../lib/format/format.ts'
import { lastSeenText } from '../../lib/format/last-seen.ts'
import { streamTexts as texts } from '../../texts/viewer/streams.ts'
import { Avatar } from '../../ui/identity/avatar.tsx'
import { ChannelArt } from '../../ui/identity/channel-art.tsx'
import { useRecordedPicture } from '../../ui/recorded/recorded-picture.tsx'
import styles from './home.module.css'

const refreshMs = 60_000

/** Channels that streamed lately, for a visitor who finds few live ones or none. */
export function RecentChannels({
  streams,
  hasPlace = false,
  children,
}: {
  streams: readonly ActiveStream[]
  /** Takes a place while the channels are loaded, and keeps it, where what is below would otherwise move in view. */
  hasPlace?: boolean
  /** What follows. It comes once the channels are known, because it would move then. */
  children?: ReactNode
}) {
  const { channels, isLoading } = useRecentChannels()
  // The list of live streams is newer.
  const shown = channels.filter(({ username }) => !streams.some((stream) => stream.username === username))
  return (
    <div
      className={hasPlace && (isLoading || shown.length > 0) ? styles.recentPlace : undefined}
      data-loading={isLoading || undefined}
    >
      {shown.length > 0 && <ChannelList channels={shown} />}
      {!isLoading && children}
    </div>
  )
}

function ChannelList({ channels }: { channels: ReturnType<typeof useRecentChannels>['channels'] }) {
  const nowMs = useSiteTime(refreshMs)
  return (
    <section className={styles.section} aria-labelledby="recent-heading">
      <h2 id="recent-heading" className={styles.heading}>
        {texts.recentlyLive}
      </h2>
      <ul className={styles.recent}>
        {channels.map((channel) => (
          <RecentCard key={channel.username} channel={channel} nowMs={nowMs} />
        ))}
      </ul>
    </section>
  )
}

/** A picture of the channel's last broadcast with its avatar beside the name, or the avatar in the place of the picture. */
function RecentCard({
  channel: { username, avatar, title, endTime, nextBroadcast, picturePath },
  nowMs,
}: {
  channel: RecentChannel
  nowMs: number
}) {
  const picture = useRecordedPicture(picturePath)
  return (
    <li className={styles.recentCard}>
      <div className={styles.recentPicture} aria-hidden="true">
        {picture ?? (
          <>
            <ChannelArt username={username} avatar={avatar} isContentHidden>
              {null}
            </ChannelArt>
            <div className={styles.recentAvatar}>
              <Avatar username={username} src={avatar} size="clamp(32px, 34cqi, 72px)" />
            </div>
          </>
        )}
      </div>
      <div className={styles.recentText} data-pictured={picture !== null || undefined}>
        {picture !== null && <Avatar username={username} src={avatar} size={32} />}
        <h3 className={styles.recentName}>
          <Link href={watchPath(username)} className={styles.recentLink}>
            {username}
          </Link>
        </h3>
        <p className={styles.recentTitle}>{title}</p>
        <p className={styles.recentTime}>{texts.wasLive(lastSeenText(endTime, nowMs))}</p>
        {nextBroadcast && <p className={styles.nextTime}>{texts.nextLive(formatWeekday(nextBroadcast))}</p>}
      </div>
    </li>
  )
}
