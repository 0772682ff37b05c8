import { limits } from '@waggle/contract/limits'
import type { FollowerPoint } from '@waggle/contract/stats/endpoints'
import { useMemo } from 'react'
import { api } from '../../lib/api/api.ts'
import { formatDay, formatNumber } from '../../lib/format/format.ts'
import { dashboardKeys } from '../../lib/queries/dashboard-keys.ts'
import { sampleLabel } from '../../lib/sample-data.ts'
import { sampleGrowth } from '../../lib/sample-figures.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { statsTexts as texts } from '../../texts/streamer/stats.ts'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { SampleBadge } from '../../ui/identity/badge.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { growthCount, growthPercent, growthText } from './growth-percent.ts'
import styles from './statistics.module.css'
import { statisticsDays } from './statistics-days.ts'

/** How many followers the channel has won or lost in the chosen days (rule STATS-4). */
export function FollowerGrowth({ user }: { user: string }) {
  const { days } = useStore(statisticsDays)
  const sample = useMemo(() => sampleGrowth(days), [days])
  const { data, isError } = useSessionQuery({
    queryKey: [...dashboardKeys.followerGrowth(user), days],
    refetchInterval: limits.statsRefreshMs,
    request: (token, signal) =>
      api('getFollowerGrowth', { params: { username: user }, query: { days: String(days) }, token, signal }),
  })
  const isSample = !data && isError
  const growth = isSample ? sample : data
  return (
    <Panel title={texts.growth} aside={isSample && <SampleBadge>{sampleLabel}</SampleBadge>}>
      {growth ? <Growth growth={growth} days={days} /> : <Spinner label={texts.loading} />}
    </Panel>
  )
}

function Growth({ growth, days }: { growth: readonly FollowerPoint[]; days: number }) {
  const percent = growthPercent(growth)
  return (
    <>
      <p className={styles.head}>
        <span className={`${styles.percent} ${percent >= 0 ? styles.up : styles.down}`}>{growthText(percent)}</span>
        <strong className="figure">{growthCount(growth)}</strong>
        <span className={styles.note}>{texts.growthOver(days)}</span>
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
