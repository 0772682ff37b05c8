import type { Answer } from '@waggle/contract/endpoints'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { formatDateTime, formatNumber, formatOneDecimal } from '../../../lib/format/format.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { siteHealthTexts as texts } from '../../../texts/operating/site-health.ts'
import { LineChart } from '../../../ui/charts/line-chart.tsx'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import styles from '../operating.module.css'
import { withGaps } from './with-gaps.ts'

type Period = keyof typeof texts.periods
type Sample = Answer<'getSiteFigures'>['samples'][number]

const refreshMs = 60_000

/** How many watched and were live over time, and how quick the site was (rule HEALTH-7). */
export function SiteFigures() {
  const [period, setPeriod] = useState<Period>('day')
  const { data, error, refetch } = useSessionQuery({
    queryKey: ['operating', 'figures', period],
    request: (token, signal) => api('getSiteFigures', { query: { period }, token, signal }),
    refetchInterval: refreshMs,
  })
  return (
    <section className={styles.section} aria-label={texts.figures}>
      <h2>{texts.figures}</h2>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form */}
      <div className="chip-row" role="group" aria-label={texts.figures}>
        {(Object.keys(texts.periods) as Period[]).map((each) => (
          <button
            key={each}
            type="button"
            className="chip"
            aria-pressed={each === period}
            onClick={() => setPeriod(each)}
          >
            {texts.periods[each]}
          </button>
        ))}
      </div>
      <p className={styles.hint}>{texts.figuresHint[period]}</p>
      {data ? (
        <Charts figures={data} />
      ) : (
        <Awaiting
          label={operatingTexts.loading}
          failure={error && errorSentence(error, texts.figuresFailed)}
          onRetry={refetch}
        />
      )}
    </section>
  )
}

function Charts({ figures: { samples, secondsEach } }: { figures: Answer<'getSiteFigures'> }) {
  const chart = (value: (sample: Sample) => number | null) =>
    withGaps(
      samples.map((sample) => ({ at: sample.at, value: value(sample) })),
      secondsEach * 1000,
    )
  return (
    <>
      <LineChart
        title={texts.viewers}
        points={chart(({ viewers }) => viewers)}
        formatValue={formatNumber}
        formatMark={wholeOnly}
        formatAt={formatDateTime}
      />
      <LineChart
        title={texts.channels}
        points={chart(({ channels }) => channels)}
        formatValue={formatNumber}
        formatMark={wholeOnly}
        formatAt={formatDateTime}
      />
      <LineChart
        title={texts.slowestLoop}
        points={chart(({ eventLoopMs }) => eventLoopMs)}
        formatValue={(value) => texts.milliseconds(formatOneDecimal(value))}
        formatAt={formatDateTime}
      />
    </>
  )
}

/** Half a viewer is no mark of an axis. */
function wholeOnly(value: number): string {
  return Number.isInteger(value) ? formatNumber(value) : ''
}
