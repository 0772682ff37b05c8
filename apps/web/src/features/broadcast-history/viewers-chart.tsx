import { formatNumber, formatTime } from '../../lib/format/format.ts'
import { statsTexts as texts } from '../../texts/streamer/stats.ts'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import styles from './history.module.css'
import { useBroadcastCourse } from './use-broadcast-course.ts'

/** The viewers of the present broadcast so far, low enough to stand below its figures. */
export function ViewersChart({ user, streamId }: { user: string; streamId: string }) {
  const { data } = useBroadcastCourse(user, streamId, true)
  if (!data) return null
  return (
    <div className={styles.viewersChart}>
      <LineChart
        title={texts.viewers}
        points={data.samples.map(({ at, viewers }) => ({ at, value: viewers }))}
        formatValue={formatNumber}
        formatAt={formatTime}
      />
    </div>
  )
}
