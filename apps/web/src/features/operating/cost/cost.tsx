import { useQueryClient } from '@tanstack/react-query'
import type { EgressReport } from '@waggle/contract/egress/endpoints'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { useSiteTime } from '../../../lib/clock/use-site-time.ts'
import { formatDateTime, formatDay, formatNumber, formatOneDecimal } from '../../../lib/format/format.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { costTexts as texts } from '../../../texts/operating/cost.ts'
import { LineChart } from '../../../ui/charts/line-chart.tsx'
import { UsedBar } from '../../../ui/charts/used-bar.tsx'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import { AccountLink } from '../account-link.tsx'
import { Figures } from '../figures.tsx'
import styles from '../operating.module.css'
import own from './cost.module.css'
import { RaiseBudget } from './raise-budget.tsx'

const queryKey = ['operating', 'egress']
const refreshMs = 5000
const dayMs = 24 * 60 * 60 * 1000

/** What the site sends and what it costs (rule EGRESS-7). */
export function Cost({ isOperator }: { isOperator: boolean }) {
  const queries = useQueryClient()
  const nowMs = useSiteTime(60_000)
  const { data, error, refetch } = useSessionQuery({
    queryKey,
    request: (token, signal) => api('getEgress', { token, signal }),
    refetchInterval: refreshMs,
  })
  if (!data) {
    return <Awaiting label={texts.loading} failure={error && errorSentence(error, texts.failed)} onRetry={refetch} />
  }
  const { step, day, month, today, days, bytesPerSecond, dollarsPerGigabyte: price, broadcasts } = data
  const sent = today.sentBytes + today.edgeBytes + today.estimatedBytes
  const hasBudget = day !== null || month !== null
  const isCalm = hasBudget && step === 'open'
  const Sign = isCalm ? CircleCheck : TriangleAlert
  return (
    <div className={styles.parts}>
      <section className={own.now} aria-labelledby="budget-heading">
        <Sign size={20} aria-hidden="true" data-calm={isCalm || undefined} />
        <h2 id="budget-heading">{texts.now}</h2>
        <p>{hasBudget ? texts.steps[step] : texts.noBudget}</p>
      </section>
      <div className={own.periods}>
        <Panel title={texts.day}>
          {day && <Used title={texts.day} budget={day} price={price} />}
          <Figures
            figures={[
              day ? [texts.used, amountOf(day.usedBytes, price)] : [texts.today, amountOf(sent, price)],
              [texts.edges, amountOf(today.edgeBytes, null)],
              [texts.estimated, amountOf(today.estimatedBytes, null)],
              ...(day ? budgetFigures(day, price) : []),
              [texts.rate, texts.megabits(formatOneDecimal((bytesPerSecond * 8) / 1e6))],
            ]}
          />
        </Panel>
        {month && (
          <Panel title={texts.month}>
            <Used title={texts.month} budget={month} price={price} />
            <Figures
              figures={[
                [texts.used, amountOf(month.usedBytes, price)],
                ...budgetFigures(month, price),
                ...monthFigures(month, days, price, nowMs),
              ]}
            />
          </Panel>
        )}
      </div>
      {days.length > 1 && (
        <div className="card">
          <LineChart
            title={texts.days}
            points={days.map(({ day, bytes }) => ({ at: Date.parse(day), value: bytes }))}
            formatValue={(bytes) => amountOf(bytes, price)}
            formatMark={(bytes) => amountOf(bytes, null)}
            formatAt={(at) => formatDay(new Date(at).toISOString().slice(0, 10))}
            limit={day?.limitBytes}
            limitText={day ? texts.dayLimit(amountOf(day.limitBytes, null)) : undefined}
            unfinished={texts.soFar}
            ofDays
          />
        </div>
      )}
      {isOperator && hasBudget && (
        <RaiseBudget onRaised={() => void queries.invalidateQueries({ queryKey: ['operating'] })} />
      )}
      <Panel title={texts.broadcasts}>
        {broadcasts.length === 0 && <p>{texts.nothingSent}</p>}
        <ul className={styles.list}>
          {broadcasts.map((broadcast) => (
            <Watched key={broadcast.streamId} {...broadcast} />
          ))}
        </ul>
      </Panel>
    </div>
  )
}

type Budget = NonNullable<EgressReport['day']>

function Used({ title, budget, price }: { title: string; budget: Budget; price: number | null }) {
  const { usedBytes, limitBytes, forecastBytes } = budget
  const most = Math.max(1, limitBytes)
  return (
    <UsedBar
      share={usedBytes / most}
      forecast={{ share: forecastBytes / most, text: `${texts.forecast}: ${amountOf(forecastBytes, price)}` }}
      label={`${title}: ${texts.used}`}
    />
  )
}

function budgetFigures({ limitBytes, endsAt }: Budget, price: number | null) {
  return [
    [texts.limit, amountOf(limitBytes, price)],
    [texts.resets, formatDateTime(endsAt)],
  ] as const
}

/** What the rest of the month can have, in sum and on each of its days, and the most that one of its days had. */
function monthFigures(
  { usedBytes, limitBytes, endsAt }: Budget,
  days: EgressReport['days'],
  price: number | null,
  nowMs: number,
) {
  const left = Math.max(0, limitBytes - usedBytes)
  const daysLeft = Math.max(1, Math.ceil((endsAt - nowMs) / dayMs))
  const month = new Date(endsAt - 1).toISOString().slice(0, 7)
  const most = Math.max(0, ...days.filter(({ day }) => day.startsWith(month)).map(({ bytes }) => bytes))
  return [
    [texts.left, amountOf(left, price)],
    // On the last day it is what is left.
    ...(daysLeft > 1 ? [[texts.leftEachDay, amountOf(left / daysLeft, price)] as const] : []),
    [texts.mostOnDay, amountOf(most, price)],
  ] as const
}

function Watched({
  username,
  title,
  bytes,
  estimatedBytes,
  viewerHours,
  dollars,
  dollarsPerViewerHour,
}: EgressReport['broadcasts'][number]) {
  return (
    <li>
      <div className={styles.about}>
        <span className={styles.name}>
          <AccountLink username={username} hasPicture />
          {title || texts.untitled}
        </span>
        <span className={styles.facts}>
          <span>{amountOf(bytes, null)}</span>
          {estimatedBytes > 0 && <span>{texts.estimate(amountOf(estimatedBytes, null))}</span>}
          <span>{texts.viewerHours(formatOneDecimal(viewerHours))}</span>
          {dollars !== null && <span>{texts.dollars(dollars.toFixed(2))}</span>}
          {dollarsPerViewerHour !== null && <span>{texts.perViewerHour(dollarsPerViewerHour.toFixed(3))}</span>}
        </span>
      </div>
    </li>
  )
}

/** In GB, or MB below one, and in dollars where there is a price. */
function amountOf(bytes: number, price: number | null): string {
  const amount = bytes > 0 && bytes < 1e9 ? texts.megabytes(formatNumber(Math.ceil(bytes / 1e6))) : gigabytesOf(bytes)
  return price === null ? amount : `${amount} (${texts.dollars(((bytes / 1e9) * price).toFixed(2))})`
}

function gigabytesOf(bytes: number): string {
  const gigabytes = bytes / 1e9
  return texts.gigabytes(gigabytes < 100 ? formatOneDecimal(gigabytes) : formatNumber(Math.round(gigabytes)))
}
