import type { OperatedBroadcast } from '@waggle/contract/operating/endpoints'
import { operatePath, watchPath } from '@waggle/contract/pages/page-addresses'
import { AudioLines, CircleAlert, CircleCheck, Flag, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { viewersText } from '../../lib/format/count.ts'
import { formatUptime } from '../../lib/format/duration.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { atServer } from '../../lib/server-addresses.ts'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { operatingTexts as texts } from '../../texts/operating/console.ts'
import { reviewTexts } from '../../texts/operating/review.ts'
import { signalProblemTexts as signalTexts } from '../../texts/streamer/signal-problems.ts'
import { ChannelArt } from '../../ui/identity/channel-art.tsx'
import { AccountLink } from './account-link.tsx'
import styles from './broadcast-row.module.css'

const healthIcons = { good: CircleCheck, warning: TriangleAlert, error: CircleAlert }

/** What is live: picture, viewers, bitrate, and the process that holds it. `children` are further buttons. */
export function BroadcastRow({
  broadcast,
  reports = 0,
  children,
}: {
  broadcast: OperatedBroadcast
  /** How many reports of it are open. */
  reports?: number
  children?: ReactNode
}) {
  const nowMs = useSiteTime(1000)
  const site = useSite()
  const { username, title, startedAt, viewers, thumbnail, kilobitsPerSecond, isReconnecting, node, health, problem } =
    broadcast
  // Many mean it so: it is told, and warns of nothing.
  const isAudioOnly = problem === 'video_missing'
  const HealthIcon = isAudioOnly ? AudioLines : healthIcons[health ?? 'good']
  return (
    <div className={styles.row}>
      <div className={styles.shown}>
        {thumbnail === null ? (
          <span className={styles.picture}>
            <ChannelArt username={username} avatar={avatarAddress(site, username)} />
          </span>
        ) : (
          <img className={styles.picture} src={atServer(thumbnail)} alt="" />
        )}
        {reports > 0 && (
          <Link href={operatePath({ section: 'reports' })} className={styles.reported}>
            <Flag size={14} aria-hidden="true" />
            {reviewTexts.reporters(reports)}
          </Link>
        )}
      </div>
      <div className={styles.about}>
        <Link href={watchPath(username)} className={styles.watch}>
          {title}
        </Link>
        <p className={styles.by}>
          <AccountLink username={username} />
        </p>
        <p className={styles.facts}>
          <span>{viewersText(viewers)}</span>
          <span>{formatUptime(startedAt, nowMs)}</span>
          {kilobitsPerSecond !== null && (
            <span className={styles.technical}>{texts.kilobits(formatNumber(kilobitsPerSecond))}</span>
          )}
        </p>
        <p className={styles.signal} data-health={health}>
          {health !== null && (
            <span className={styles.health} data-health={isAudioOnly ? 'audio-only' : health}>
              <HealthIcon size={16} aria-hidden="true" />
              {problem === null ? signalTexts.good : signalTexts.problems[problem]}
            </span>
          )}
          {isReconnecting && <span>{texts.reconnecting}</span>}
          {node !== null && <span>{node}</span>}
        </p>
      </div>
      {children && <div className={styles.buttons}>{children}</div>}
    </div>
  )
}
