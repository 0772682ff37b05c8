import type { PastBroadcast } from '@waggle/contract/stats/endpoints'
import { ChartLine, GitCompareArrows } from 'lucide-react'
import { useId, useState } from 'react'
import { formatWatchTime } from '../../lib/format/duration.ts'
import { formatDateTime, formatNumber, formatOneDecimal } from '../../lib/format/format.ts'
import { statsTexts as texts } from '../../texts/streamer/stats.ts'
import { BroadcastCharts } from './broadcast-charts.tsx'
import styles from './history.module.css'

/** One broadcast: its figures, and its charts on demand. */
export function PastBroadcastRow({
  user,
  broadcast,
  isCompared,
  onCompare,
}: {
  user: string
  broadcast: PastBroadcast
  isCompared: boolean
  /** False where there is no other. */
  onCompare: ((isCompared: boolean) => void) | false
}) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const figures: [name: string, value: string][] = [
    [texts.duration, formatWatchTime(broadcast.durationSeconds)],
    [texts.peakViewers, formatNumber(broadcast.peakViewers)],
    [texts.averageViewers, formatOneDecimal(broadcast.averageViewers)],
    [texts.watchTime, formatWatchTime(broadcast.totalWatchTime)],
    [texts.newFollowers, formatNumber(broadcast.newFollowers)],
    [texts.chatMessages, formatNumber(broadcast.messages)],
    [texts.replayViews, formatNumber(broadcast.replayViews)],
    [texts.payout, payoutText(broadcast)],
  ]
  return (
    <li className={styles.row}>
      <div className={styles.rowHead}>
        <div className={styles.what}>
          <h3 className={styles.title}>{broadcast.title || texts.untitled}</h3>
          <p className={styles.when}>
            <time dateTime={new Date(broadcast.startedAt).toISOString()}>{formatDateTime(broadcast.startedAt)}</time>
            {broadcast.endedAt === null && <strong className={styles.live}>{texts.liveNow}</strong>}
          </p>
        </div>
        <div className={styles.actions}>
          {onCompare && (
            <button type="button" className="chip" aria-pressed={isCompared} onClick={() => onCompare(!isCompared)}>
              <GitCompareArrows size={16} aria-hidden="true" />
              {texts.compareThis}
            </button>
          )}
          <button
            type="button"
            className="chip"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <ChartLine size={16} aria-hidden="true" />
            {texts.showCharts}
          </button>
        </div>
      </div>
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div id={id} className={styles.course}>
        {isOpen && <BroadcastCharts user={user} streamId={broadcast.streamId} isLive={broadcast.endedAt === null} />}
      </div>
    </li>
  )
}

function payoutText({ permlink, payout }: PastBroadcast): string {
  if (permlink === null) return texts.noPost
  if (payout === null) return texts.payoutUnknown
  return payout.isFinal ? payout.amount : texts.payoutPending(payout.amount)
}
