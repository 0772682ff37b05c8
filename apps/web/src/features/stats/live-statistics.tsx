import { limits } from '@waggle/contract/limits'
import type { ReactNode } from 'react'
import { formatWatchTime } from '../../lib/format/duration.ts'
import { formatDay, formatNumber, formatOneDecimal } from '../../lib/format/format.ts'
import { sampleLabel } from '../../lib/sample-data.ts'
import { statsTexts as texts } from '../../texts/streamer/stats.ts'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { SampleBadge } from '../../ui/identity/badge.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { growthPercent } from './growth-percent.ts'
import styles from './statistics.module.css'
import { Uptime } from './uptime.tsx'
import { type StreamFigures, useStreamStats } from './use-stream-stats.ts'

/** The figures of the present broadcast, or of the last one (rule STATS-1). */
export function LiveStatistics({ user }: { user: string }) {
  const figures = useStreamStats(user)
  return (
    <Panel title={texts.live} aside={figures?.isSample.stats && <SampleBadge>{sampleLabel}</SampleBadge>}>
      {figures ? <Figures {...figures} /> : <Spinner label={texts.loading} />}
    </Panel>
  )
}

function Figures({ stats, growth, isSample }: StreamFigures) {
  const percent = growthPercent(growth)
  const note = isSample.stats
    ? texts.sample
    : stats.isLive
      ? undefined
      : stats.streamId
        ? texts.fromLastBroadcast
        : texts.noBroadcastYet
  return (
    <>
      {note && <p className={styles.note}>{note}</p>}
      {stats.uncountedViewers > 0 && (
        <p className={styles.note}>{texts.uncounted(formatNumber(stats.uncountedViewers))}</p>
      )}
      <dl className={styles.figures}>
        <Figure name={texts.currentViewers}>{formatNumber(stats.currentViewers)}</Figure>
        <Figure name={texts.peakViewers}>{formatNumber(stats.peakViewers)}</Figure>
        <Figure name={texts.watchTime}>{formatWatchTime(stats.totalWatchTime)}</Figure>
        <Figure name={texts.newFollowers}>{formatNumber(stats.newFollowers)}</Figure>
        <Figure name={texts.chatRate}>{formatOneDecimal(stats.chatMessageRate)}</Figure>
        <Figure name={texts.uptime}>
          <Uptime since={stats.uptime} />
        </Figure>
      </dl>
      <div className={styles.growth}>
        <div className={styles.growthHead}>
          <h3 className={styles.growthTitle}>{texts.growth}</h3>
          <span className={`${styles.percent} ${percent >= 0 ? styles.up : styles.down}`}>
            {percent >= 0 ? '+' : ''}
            {formatOneDecimal(percent)}%
          </span>
          <span className={styles.note}>{texts.growthOver(limits.followerGrowthDays)}</span>
          {isSample.growth && <SampleBadge>{sampleLabel}</SampleBadge>}
        </div>
        <LineChart
          title={texts.followers}
          points={growth.map(({ date, followers }) => ({ at: Date.parse(date), value: followers }))}
          formatValue={formatNumber}
          formatAt={(at) => formatDay(new Date(at).toISOString().slice(0, 10))}
        />
      </div>
    </>
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
