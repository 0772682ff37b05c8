import { useQueryClient } from '@tanstack/react-query'
import type { EgressReport } from '@waggle/contract/egress/endpoints'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { formatDateTime, formatDay, formatNumber, formatOneDecimal } from '../../../lib/format/format.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { costTexts as texts } from '../../../texts/operating/cost.ts'
import { LineChart } from '../../../ui/charts/line-chart.tsx'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { AccountLink } from '../account-link.tsx'
import styles from '../operating.module.css'
import { UsedBar } from '../used-bar.tsx'
import { RaiseBudget } from './raise-budget.tsx'

const queryKey = ['operating', 'egress']
const refreshMs = 5000

/** What the site sends and what it costs (rule EGRESS-7). */
export function Cost({ isOperator }: { isOperator: boolean }) {
  const queries = useQueryClient()
  const { data, error, refetch } = useSessionQuery({
    queryKey,
    request: (token, signal) => api('getEgress', { token, signal }),
    refetchInterval: refreshMs,
  })
  if (!data) {
    return <Awaiting label={texts.loading} failure={error && errorSentence(error, texts.failed)} onRetry={refetch} />
  }
  const { step, day, month, today, days, bytesPerSecond, dollarsPerGigabyte: price, broadcasts } = data
  const hasBudget = day !== null || month !== null
  return (
    <section className={styles.section} aria-label={texts.today}>
      <h2>{texts.now}</h2>
      <p>{hasBudget ? texts.steps[step] : texts.noBudget}</p>
      {day && <Budget title={texts.day} budget={day} price={price} />}
      {month && <Budget title={texts.month} budget={month} price={price} />}
      <h2>{texts.today}</h2>
      <dl className={styles.figures}>
        <Figure name={texts.today} value={amountOf(today.sentBytes + today.edgeBytes + today.estimatedBytes, price)} />
        <Figure name={texts.edges} value={amountOf(today.edgeBytes, null)} />
        <Figure name={texts.estimated} value={amountOf(today.estimatedBytes, null)} />
        <Figure name={texts.rate} value={texts.megabits(formatOneDecimal((bytesPerSecond * 8) / 1e6))} />
      </dl>
      {days.length > 1 && (
        <LineChart
          title={texts.days}
          points={days.map(({ day, bytes }) => ({ at: Date.parse(day), value: bytes }))}
          formatValue={(bytes) => amountOf(bytes, price)}
          formatMark={(bytes) => amountOf(bytes, null)}
          formatAt={(at) => formatDay(new Date(at).toISOString().slice(0, 10))}
        />
      )}
      {isOperator && hasBudget && (
        <RaiseBudget onRaised={() => void queries.invalidateQueries({ queryKey: ['operating'] })} />
      )}
      <h2>{texts.broadcasts}</h2>
      {broadcasts.length === 0 && <p>{texts.nothingSent}</p>}
      <ul className={styles.list}>
        {broadcasts.map((broadcast) => (
          <Watched key={broadcast.streamId} {...broadcast} />
        ))}
      </ul>
    </section>
  )
}

function Budget({
  title,
  budget,
  price,
}: {
  title: string
  budget: NonNullable<EgressReport['day']>
  price: number | null
}) {
  return (
    <>
      <h2>{title}</h2>
      <UsedBar share={budget.usedBytes / Math.max(1, budget.limitBytes)} label={`${title}: ${texts.used}`} />
      <dl className={styles.figures}>
        <Figure name={texts.used} value={amountOf(budget.usedBytes, price)} />
        <Figure name={texts.limit} value={amountOf(budget.limitBytes, price)} />
        <Figure name={texts.forecast} value={amountOf(budget.forecastBytes, price)} />
        <Figure name={texts.resets} value={formatDateTime(budget.endsAt)} />
      </dl>
    </>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
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
    <li className={styles.row}>
      <div className={styles.about}>
        <span className={styles.name}>
          <AccountLink username={username} />
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
