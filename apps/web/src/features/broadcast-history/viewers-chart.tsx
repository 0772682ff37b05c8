import { formatNumber, formatTime } from '../../lib/format/format.ts'
import { statsTexts as texts } from '../../texts/streamer/stats.ts'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import styles from './history.module.css'
import { useBroadcastCourse } from './use-broadcast-course.ts'

/** The viewers of a broadcast, so far while it is live, low enough to stand below its figures. */
export function ViewersChart({ user, streamId, isLive }: { user: string; streamId: string; isLive: boolean }) {
  const { data } = useBroadcastCourse(user, streamId, isLive)
  if (!data) return null
  return (
    <div className={styles.viewersChart}>
      <LineChart
        title={texts.viewers}
        points={data.samples.map(({ at, viewers }) => ({ at, value: viewers }))}
        formatValue={formatNumber}
        formatAt={formatTime}
        isLow
        showsLatest={false}
      />
    </div>
  )
}
