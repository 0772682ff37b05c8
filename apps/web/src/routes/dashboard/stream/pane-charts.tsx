import { useBroadcastCourse } from '../../../features/broadcast-history/use-broadcast-course.ts'
import { useMeasuredBitrates } from '../../../features/stream-health/use-measured-bitrates.ts'
import { siteClock } from '../../../lib/clock/site-clock.ts'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { shortDuration } from '../../../lib/format/short-duration.ts'
import { chartTexts } from '../../../texts/chart.ts'
import { statsTexts as texts } from '../../../texts/streamer/stats.ts'
import { LineChart } from '../../../ui/charts/line-chart.tsx'
import { latestBitrates } from './latest-bitrates.ts'
import styles from './pane-charts.module.css'

const minuteMs = 60_000
const shared = { formatValue: formatNumber, formatAt: formatTime, isLow: true, fills: true }

/** The viewers of a broadcast. They take the height that is left in the pane (rule DASH-14). */
export function ViewersChart({
  user,
  streamId,
  isLive,
  viewers,
}: {
  user: string
  streamId: string
  isLive: boolean
  /** Of now, as all of the page says. */
  viewers: number
}) {
  const { data } = useBroadcastCourse(user, streamId, isLive)
  if (!data) return null
  const measured = data.samples.map(({ at, viewers }) => ({ at, value: viewers }))
  const samples = isLive && measured.length > 0 ? [...measured, { at: siteClock.now(), value: viewers }] : measured
  // The figures of the last broadcast above say it already.
  if (!isLive && samples.every(({ value }) => value === 0)) return null
  return (
    <div className={styles.chart}>
      <LineChart
        {...shared}
        title={texts.viewers}
        points={samples}
        ends={endsOf(samples, isLive)}
        showsLatest={isLive}
        allZero={texts.nobodyYet}
      />
    </div>
  )
}

/** The bitrate of the last minutes of the broadcast that goes on. Where it is hidden it goes on measuring. */
export function BitrateChart({ user, streamId, isHidden }: { user: string; streamId: string; isHidden: boolean }) {
  const { data } = useBroadcastCourse(user, streamId, true)
  const measured = useMeasuredBitrates(user)
  const bitrates = data ? latestBitrates(data.samples, measured) : []
  if (bitrates.length === 0) return null
  return (
    <div className={`${styles.chart} ${styles.growing}`} hidden={isHidden}>
      <LineChart {...shared} title={texts.bitrate} points={bitrates} ends={endsOf(bitrates, true)} />
    </div>
  )
}

/** How long ago it begins, up to now; of a broadcast that is over, the times. */
function endsOf(points: readonly { at: number }[], isLive: boolean): [string, string] | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return undefined
  if (!isLive) return [formatTime(first.at), formatTime(last.at)]
  const agoMs = siteClock.now() - first.at
  const shownMs = agoMs < minuteMs ? agoMs : Math.round(agoMs / minuteMs) * minuteMs
  return [chartTexts.ago(shortDuration(shownMs)), chartTexts.now]
}
