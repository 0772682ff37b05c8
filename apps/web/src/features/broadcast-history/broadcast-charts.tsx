import type { CourseSample } from '@waggle/contract/stats/endpoints'
import { formatNumber, formatOneDecimal, formatTime } from '../../lib/format/format.ts'
import { statsTexts as texts } from '../../texts/streamer/stats.ts'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import styles from './history.module.css'
import { useBroadcastCourse } from './use-broadcast-course.ts'

/** Viewers, bitrate and chat messages over the time of one broadcast. */
export function BroadcastCharts({ user, streamId, isLive }: { user: string; streamId: string; isLive: boolean }) {
  const { data, error } = useBroadcastCourse(user, streamId, isLive)
  if (!data) return <Awaiting label={texts.chartsLoading} failure={error && texts.chartsFailed} />
  const chart = (value: (sample: CourseSample) => number | null) =>
    data.samples.map((sample) => ({ at: sample.at, value: value(sample) }))
  const rounded = (value: number) => (Number.isInteger(value) ? formatNumber(value) : formatOneDecimal(value))
  return (
    <div className={styles.charts}>
      <LineChart
        title={texts.viewers}
        points={chart(({ viewers }) => viewers)}
        allZero={isLive ? texts.nobodyYet : texts.nobodyWatched}
        formatValue={rounded}
        formatAt={formatTime}
      />
      <LineChart
        title={texts.bitrate}
        points={chart(({ kilobitsPerSecond }) => kilobitsPerSecond)}
        formatValue={rounded}
        formatAt={formatTime}
      />
      <LineChart
        title={texts.messages}
        points={chart(({ messages, seconds }) => (messages * 60) / seconds)}
        allZero={isLive ? texts.nothingWrittenYet : texts.nothingWritten}
        formatValue={rounded}
        formatAt={formatTime}
      />
    </div>
  )
}
