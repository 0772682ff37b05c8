import { useBroadcastCourse } from '../../../features/broadcast-history/use-broadcast-course.ts'
import { useMeasuredBitrates } from '../../../features/stream-health/use-measured-bitrates.ts'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { statsTexts as texts } from '../../../texts/streamer/stats.ts'
import { LineChart } from '../../../ui/charts/line-chart.tsx'
import { latestBitrates } from './latest-bitrates.ts'
import styles from './pane-charts.module.css'

/** The viewers of a broadcast, and while it is live the bitrate of the last minutes. They take the height that is left in the pane (rule DASH-14). */
export function PaneCharts({ user, streamId, isLive }: { user: string; streamId: string; isLive: boolean }) {
  const { data } = useBroadcastCourse(user, streamId, isLive)
  const measured = useMeasuredBitrates(user)
  if (!data) return null
  const bitrates = isLive ? latestBitrates(data.samples, measured) : []
  const shared = { formatValue: formatNumber, formatAt: formatTime, isLow: true, showsLatest: false, fills: true }
  return (
    <div className={styles.charts}>
      <div className={styles.chart}>
        <LineChart
          {...shared}
          title={texts.viewers}
          points={data.samples.map(({ at, viewers }) => ({ at, value: viewers }))}
          allZero={isLive ? texts.nobodyYet : texts.nobodyWatched}
        />
      </div>
      {bitrates.length > 0 && (
        <div className={styles.chart}>
          <LineChart {...shared} title={texts.bitrate} points={bitrates} />
        </div>
      )}
    </div>
  )
}
