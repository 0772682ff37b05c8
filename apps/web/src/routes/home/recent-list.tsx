import type { RecentChannel } from '@waggle/contract/endpoints'
import { watchPath } from '@waggle/contract/pages/page-addresses'
import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { formatWeekday } from '../../lib/format/format.ts'
import { lastSeenText } from '../../lib/format/last-seen.ts'
import { categoryText } from '../../texts/contract/choices.ts'
import { streamTexts as texts } from '../../texts/viewer/streams.ts'
import { Avatar } from '../../ui/identity/avatar.tsx'
import { ChannelArt } from '../../ui/identity/channel-art.tsx'
import { RecordedCard } from '../../ui/recorded/recorded-card.tsx'
import { RecordedSection } from '../../ui/recorded/recorded-grid.tsx'
import styles from './home.module.css'

const refreshMs = 60_000

export function RecentList({ channels }: { channels: readonly RecentChannel[] }) {
  const nowMs = useSiteTime(refreshMs)
  return (
    <div className={styles.recent}>
      <RecordedSection title={texts.recentlyLive}>
        {channels.map((channel) => (
          <li key={channel.username}>
            <RecentCard channel={channel} nowMs={nowMs} />
          </li>
        ))}
      </RecordedSection>
    </div>
  )
}

/** A picture of the channel's last broadcast, or the channel's own in its place. */
function RecentCard({
  channel: { username, avatar, title, category, endTime, nextBroadcast, picturePath },
  nowMs,
}: {
  channel: RecentChannel
  nowMs: number
}) {
  return (
    <RecordedCard
      href={watchPath(username)}
      art={
        <ChannelArt username={username} avatar={avatar}>
          {null}
        </ChannelArt>
      }
      avatar={<Avatar username={username} src={avatar} />}
      {...{ title, username, picturePath }}
    >
      {username}
      {category !== null && categoryText(category)}
      {texts.wasLive(lastSeenText(endTime, nowMs))}
      {nextBroadcast && <span className={styles.nextTime}>{texts.nextLive(formatWeekday(nextBroadcast))}</span>}
    </RecordedCard>
  )
}
