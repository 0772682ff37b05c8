import type { PastBroadcast } from '@waggle/contract/stats/endpoints'
import { ChartLine } from 'lucide-react'
import { useId, useState } from 'react'
import { formatWatchTime } from '../../lib/format/duration.ts'
import { formatDateTime, formatNumber, formatOneDecimal } from '../../lib/format/format.ts'
import { statsTexts as texts } from '../../texts/streamer/stats.ts'
import { BroadcastCharts } from './broadcast-charts.tsx'
import styles from './history.module.css'

/** The figures of each broadcast, in the order of the columns. */
export const historyFigures: readonly [name: string, write: (broadcast: PastBroadcast) => string][] = [
  [texts.duration, ({ durationSeconds }) => formatWatchTime(durationSeconds)],
  [texts.averageViewers, ({ averageViewers }) => formatOneDecimal(averageViewers)],
  [texts.peakViewers, ({ peakViewers }) => formatNumber(peakViewers)],
  [texts.watchTime, ({ totalWatchTime }) => formatWatchTime(totalWatchTime)],
  [texts.newFollowers, ({ newFollowers }) => formatNumber(newFollowers)],
  [texts.chatMessages, ({ messages }) => formatNumber(messages)],
  [texts.replayViews, ({ replayViews }) => formatNumber(replayViews)],
  [texts.payout, payoutText],
]

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
            <span className={styles.compare}>
              <label className="check touched">
                <input type="checkbox" checked={isCompared} onChange={() => onCompare(!isCompared)} />
                <span className={styles.word}>{texts.compareThis}</span>
              </label>
            </span>
          )}
          <button
            type="button"
            className="chip"
            data-tooltip={texts.showCharts}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <ChartLine size={16} aria-hidden="true" />
            <span className={styles.word}>{texts.showCharts}</span>
          </button>
        </div>
      </div>
      <dl className={styles.figures}>
        {historyFigures.map(([name, write]) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd data-none={(write === payoutText && broadcast.permlink === null) || undefined}>{write(broadcast)}</dd>
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
