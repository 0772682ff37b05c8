import type { ReactNode } from 'react'
import { formatWatchTime } from '../../lib/format/duration.ts'
import { formatNumber, formatOneDecimal } from '../../lib/format/format.ts'
import { sampleLabel } from '../../lib/sample-data.ts'
import { statsTexts as texts } from '../../texts/streamer/stats.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { SampleBadge } from '../../ui/identity/badge.tsx'
import styles from './statistics.module.css'
import { Uptime } from './uptime.tsx'
import type { StreamFigures } from './use-stream-stats.ts'

/**
 * The figures of the present broadcast, or of the last one (rule STATS-1), and nothing before the first one. `viewers` is the count
 * that all pages show, which is newer than the statistics; undefined while there is no broadcast.
 */
export function LiveFigures({ figures, viewers }: { figures: StreamFigures | undefined; viewers: number | undefined }) {
  const isSample = figures?.isSample.stats
  const isLive = viewers !== undefined || figures?.stats.isLive
  if (figures && !isLive && !isSample && figures.stats.streamId === null) return null
  const isPast = figures !== undefined && !isLive && !isSample
  return (
    <section className={styles.live} aria-labelledby="live-figures">
      <div className={styles.head}>
        <h2 id="live-figures" className={styles.title}>
          {isPast ? texts.lastBroadcast : texts.live}
        </h2>
        {figures && <Note {...figures} />}
        {isSample && <SampleBadge>{sampleLabel}</SampleBadge>}
      </div>
      {figures ? <Figures {...figures} viewers={viewers} isPast={isPast} /> : <Spinner label={texts.loading} />}
    </section>
  )
}

/** On the heading's line: what comes and goes during a broadcast moves nothing. */
function Note({ stats, isSample }: StreamFigures) {
  if (isSample.stats) return <p className={styles.note}>{texts.sample}</p>
  const count = stats.uncountedViewers
  if (!stats.isLive || count === 0) return null
  const number = formatNumber(count)
  return (
    <p className={styles.note} data-tooltip={texts.uncountedReason(count, number)}>
      {texts.uncounted(number)}
    </p>
  )
}

function Figures({
  stats,
  isSample,
  viewers,
  isPast,
}: StreamFigures & {
  viewers: number | undefined
  /** The present has neither viewers nor an uptime. */
  isPast: boolean
}) {
  const currentViewers = isSample.stats ? stats.currentViewers : (viewers ?? stats.currentViewers)
  return (
    <dl className={isPast ? `${styles.figures} ${styles.past}` : styles.figures}>
      {!isPast && <Figure name={texts.currentViewers}>{formatNumber(currentViewers)}</Figure>}
      <Figure name={texts.peakViewers}>{formatNumber(Math.max(currentViewers, stats.peakViewers))}</Figure>
      <Figure name={texts.watchTime}>{formatWatchTime(stats.totalWatchTime)}</Figure>
      <Figure name={texts.newFollowers}>{formatNumber(stats.newFollowers)}</Figure>
      <Figure name={texts.chatRate}>{formatOneDecimal(stats.chatMessageRate)}</Figure>
      {!isPast && (
        <Figure name={texts.uptime}>
          <Uptime since={stats.uptime} />
        </Figure>
      )}
    </dl>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
