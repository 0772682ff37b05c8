import { limits } from '@waggle/contract/limits'
import { formatDay, formatNumber } from '../../lib/format/format.ts'
import { sampleLabel } from '../../lib/sample-data.ts'
import { statsTexts as texts } from '../../texts/streamer/stats.ts'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { SampleBadge } from '../../ui/identity/badge.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { growthCount, growthPercent, growthText } from './growth-percent.ts'
import styles from './statistics.module.css'
import { type StreamFigures, useStreamStats } from './use-stream-stats.ts'

/** How many followers the channel has won or lost in the last days (rule STATS-4). */
export function FollowerGrowth({ user }: { user: string }) {
  const figures = useStreamStats(user)
  return (
    <Panel title={texts.growth} aside={figures?.isSample.growth && <SampleBadge>{sampleLabel}</SampleBadge>}>
      {figures ? <Growth {...figures} /> : <Spinner label={texts.loading} />}
    </Panel>
  )
}

function Growth({ growth }: StreamFigures) {
  const percent = growthPercent(growth)
  return (
    <>
      <p className={styles.head}>
        <span className={`${styles.percent} ${percent >= 0 ? styles.up : styles.down}`}>{growthText(percent)}</span>
        <strong className="figure">{growthCount(growth)}</strong>
        <span className={styles.note}>{texts.growthOver(limits.followerGrowthDays)}</span>
      </p>
      <LineChart
        title={texts.followers}
        points={growth.map(({ date, followers }) => ({ at: Date.parse(date), value: followers }))}
        formatValue={formatNumber}
        formatAt={(at) => formatDay(new Date(at).toISOString().slice(0, 10))}
        ofDays
      />
    </>
  )
}
