import { limits } from '@waggle/contract/limits'
import type { ChannelTotals as Totals } from '@waggle/contract/stats/endpoints'
import type { ReactNode } from 'react'
import { api } from '../../lib/api/api.ts'
import { shownAmount } from '../../lib/format/amount.ts'
import { formatWatchTime } from '../../lib/format/duration.ts'
import { dashboardKeys } from '../../lib/queries/dashboard-keys.ts'
import { measures } from '../../lib/recording/broadcast-measures.ts'
import { useSite } from '../../lib/site.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { statsTexts as texts } from '../../texts/streamer/stats.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { ChipChoice } from '../../ui/forms/chip-choice.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import styles from './channel-totals.module.css'
import { growthText, trendOf } from './growth-percent.ts'
import { statisticsDays } from './statistics-days.ts'

/** An amount stays on the line of its currency. */
const noBreak = '\u00a0'

const totalMeasures = [['durationSeconds', texts.timeLive, formatWatchTime] as const, ...measures] as const

/** What the chosen days amount to, beside as many days before them (rule STATS-11). */
export function ChannelTotals({ user }: { user: string }) {
  const site = useSite()
  const { days } = useStore(statisticsDays)
  const { data, error, refetch } = useSessionQuery({
    queryKey: dashboardKeys.totals(user, days),
    refetchInterval: limits.statsRefreshMs,
    request: (token, signal) =>
      api('getChannelTotals', { params: { username: user }, query: { days: String(days) }, token, signal }),
  })
  const tips = (totals: Totals) =>
    totals.tips.map((tip) => shownAmount(tip).replace(' ', noBreak)).join(' · ') || texts.noTips
  const hasBefore = (data?.before.broadcasts ?? 0) > 0
  return (
    <Panel
      isMain
      title={texts.totals(days)}
      aside={
        <ChipChoice
          label={texts.daysChoice}
          choices={limits.totalsDays.map((each) => [each, texts.days(each)] as const)}
          chosen={days}
          onChoose={(chosen) => statisticsDays.setState({ days: chosen })}
        />
      }
    >
      {!data && <Awaiting label={texts.loading} failure={error && texts.totalsFailed} onRetry={refetch} />}
      {data && (
        <>
          <dl className={styles.totals}>
            {totalMeasures.map(([measure, name, format]) => (
              <Total
                key={measure}
                name={name}
                value={format(data.now[measure])}
                before={hasBefore || data.before[measure] > 0 ? format(data.before[measure]) : undefined}
              >
                <Change now={data.now[measure]} before={data.before[measure]} />
              </Total>
            ))}
            {site?.tips && (
              <Total
                name={texts.tips}
                value={tips(data.now)}
                before={hasBefore || data.before.tips.length > 0 ? tips(data.before) : undefined}
              />
            )}
          </dl>
          <p className={styles.note}>{texts.totalsNote(data.now.broadcasts, hasBefore ? days : undefined)}</p>
        </>
      )}
    </Panel>
  )
}

function Total({
  name,
  value,
  before,
  children,
}: {
  name: string
  value: string
  /** Absent where there was nothing. */
  before: string | undefined
  children?: ReactNode
}) {
  return (
    <div className={styles.total}>
      <dt>{name}</dt>
      <dd className={styles.now}>
        <span className={styles.value}>{value}</span> {children}
      </dd>
      {before !== undefined && <dd className={styles.before}>{texts.before(before)}</dd>}
    </div>
  )
}

/** By how much it is more or less than before; nothing where there was nothing. */
function Change({ now, before }: { now: number; before: number }) {
  if (before === 0) return null
  const percent = ((now - before) / before) * 100
  return (
    <span className={styles.change} data-trend={trendOf(percent)}>
      {growthText(percent)}
    </span>
  )
}
