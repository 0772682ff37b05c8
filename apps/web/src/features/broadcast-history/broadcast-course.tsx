import { limits } from '@waggle/contract/limits'
import type { CourseSample } from '@waggle/contract/stats-endpoints'
import { api } from '../../lib/api.ts'
import { formatNumber, formatOneDecimal, formatTime } from '../../lib/format.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { statsTexts as texts } from '../../texts/stats.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { LineChart } from '../../ui/line-chart.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './history.module.css'

/** How a broadcast went, or goes: viewers, bitrate and chat over its time. */
export function BroadcastCourse({ user, streamId, isLive }: { user: string; streamId: string; isLive: boolean }) {
  const { data, error } = useSessionQuery({
    queryKey: ['dashboard', user, 'course', streamId],
    ...(isLive && { refetchIntervalMs: limits.statsRefreshMs }),
    ask: (token, signal) => api('getBroadcastCourse', { params: { username: user, streamId }, token, signal }),
  })
  if (!data && error) return <ErrorMessage>{texts.courseFailed}</ErrorMessage>
  if (!data) return <Spinner label={texts.courseLoading} />
  const chart = (value: (sample: CourseSample) => number | null) =>
    data.samples.map((sample) => ({ at: sample.at, value: value(sample) }))
  const rounded = (value: number) => (Number.isInteger(value) ? formatNumber(value) : formatOneDecimal(value))
  return (
    <div className={styles.charts}>
      <LineChart
        title={texts.viewers}
        points={chart(({ viewers }) => viewers)}
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
        formatValue={rounded}
        formatAt={formatTime}
      />
    </div>
  )
}
