import type { Answer } from '@waggle/contract/endpoints'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { formatDateTime, formatNumber, formatTime } from '../../../lib/format/format.ts'
import { shortDuration } from '../../../lib/format/short-duration.ts'
import { createPreferenceStore } from '../../../lib/store/preference-store.ts'
import { useStore } from '../../../lib/store/use-store.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { siteHealthTexts as texts } from '../../../texts/operating/site-health.ts'
import { LineChart } from '../../../ui/charts/line-chart.tsx'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { ChipChoice } from '../../../ui/forms/chip-choice.tsx'
import styles from '../operating.module.css'
import { FigureTile } from './figure-tile.tsx'
import own from './health.module.css'
import { busyShare, type Fault, lateMs } from './limits.ts'
import { withGaps } from './with-gaps.ts'

/** Its anchor in the page. */
export const figuresId = 'figures'

type Period = keyof typeof texts.periods
type Sample = Answer<'getSiteFigures'>['samples'][number]

const refreshMs = 60_000
const dayMs = 24 * 60 * 60 * 1000
const periodMs = { day: dayMs, month: 30 * dayMs }

/** Whether the charts are folded, as this browser's operator left them: at first, so that the processes are near. */
const chartsChoice = createPreferenceStore({
  key: 'waggle.operating-charts',
  defaults: { isOpen: false },
  storage: () => localStorage,
})

/** How many watch and are live, over time, and how quick the site is (rule HEALTH-7). */
export function SiteFigures({ faults }: { faults: readonly Fault[] }) {
  const [period, setPeriod] = useState<Period>('day')
  const { isOpen } = useStore(chartsChoice)
  const id = useId()
  const { data, error, refetch } = useSessionQuery({
    queryKey: ['operating', 'figures', period],
    request: (token, signal) => api('getSiteFigures', { query: { period }, token, signal }),
    refetchInterval: refreshMs,
  })
  const last = data?.samples.at(-1)
  return (
    <section id={figuresId} className={own.figures} aria-label={texts.figures}>
      <div className={own.figuresHead}>
        <h2>{texts.figures}</h2>
        {!isOpen && <p className={styles.hint}>{texts.figuresLatest[period]}</p>}
        <button
          type="button"
          className={own.fold}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => chartsChoice.setState({ isOpen: !isOpen })}
        >
          {texts.overTime}
          <ChevronDown size={18} aria-hidden="true" />
        </button>
      </div>
      {!isOpen && (
        <ul className={own.tiles}>
          {charts.map(({ key, fault, title, formatValue, limit }) => (
            <FigureTile
              key={key}
              {...{ title, formatValue, limit }}
              latest={last?.[key] ?? null}
              span={data ? spanOf(data, period) : ''}
              values={data?.samples.flatMap((sample) => sample[key] ?? [])}
              isFault={faults.some(({ kind }) => kind === fault)}
            />
          ))}
        </ul>
      )}
      <div id={id} className={own.folded} hidden={!isOpen}>
        {isOpen && (
          <div className={own.periods}>
            <ChipChoice
              label={texts.overTime}
              choices={(Object.keys(texts.periods) as Period[]).map((each) => [each, texts.periods[each]] as const)}
              chosen={period}
              onChoose={setPeriod}
            />
            <p className={styles.hint}>{texts.figuresHint[period]}</p>
          </div>
        )}
        {isOpen && data && <Charts figures={data} formatAt={period === 'day' ? formatTime : formatDateTime} />}
        {isOpen && !data && !error && (
          <div className={own.charts}>
            {charts.map(({ key }) => (
              <div key={key} className={`skeleton ${own.chartSkeleton}`} />
            ))}
          </div>
        )}
        {!data && error && (
          <Awaiting
            label={operatingTexts.loading}
            failure={errorSentence(error, texts.figuresFailed)}
            onRetry={refetch}
          />
        )}
      </div>
    </section>
  )
}

/** How long the samples took: not the whole period where the site is younger. */
function spanOf({ samples, secondsEach }: Answer<'getSiteFigures'>, period: Period): string {
  const ms = (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0) + secondsEach * 1000
  return ms < periodMs[period] ? shortDuration(ms) : texts.spans[period]
}

const charts: readonly {
  key: Exclude<keyof Sample, 'at'>
  title: string
  formatValue: (value: number) => string
  formatMark?: (value: number) => string
  limit?: number
  /** What it is called once a process is above the limit. */
  fault?: Fault['kind']
}[] = [
  { key: 'viewers', title: texts.viewers, formatValue: formatNumber, formatMark: wholeOnly },
  { key: 'channels', title: texts.channels, formatValue: formatNumber, formatMark: wholeOnly },
  {
    key: 'eventLoopMs',
    title: texts.slowestLoop,
    formatValue: (value) => texts.milliseconds(formatNumber(Math.round(value))),
    limit: lateMs,
    fault: 'eventLoop',
  },
  {
    key: 'processorShare',
    title: texts.busiestMachine,
    formatValue: (share) => texts.percent(formatNumber(Math.round(share * 100))),
    limit: busyShare,
    fault: 'processor',
  },
]

function Charts({
  figures: { samples, secondsEach },
  formatAt,
}: {
  figures: Answer<'getSiteFigures'>
  formatAt: (at: number) => string
}) {
  return (
    <div className={own.charts}>
      {charts.map(({ key, fault, ...chart }) => (
        <LineChart
          key={key}
          {...chart}
          points={withGaps(
            samples.map((sample) => ({ at: sample.at, value: sample[key] })),
            secondsEach * 1000,
          )}
          formatAt={formatAt}
          isLow
        />
      ))}
    </div>
  )
}

/** Half a viewer is no mark of an axis. */
function wholeOnly(value: number): string {
  return Number.isInteger(value) ? formatNumber(value) : ''
}
