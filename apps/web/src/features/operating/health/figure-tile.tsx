import { CircleAlert, TriangleAlert } from 'lucide-react'
import { siteHealthTexts as texts } from '../../../texts/operating/site-health.ts'
import { peaksOf } from '../../../ui/charts/peaks-of.ts'
import styles from './figure-tile.module.css'

const width = 100
const height = 20
/** A tile is some hundred pixels wide. */
const drawnPoints = 60

/** The latest value and the shape of those before it. Above its limit it is red while that is a fault, which the top of the page says, and afterwards says so itself, in yellow. */
export function FigureTile({
  title,
  latest,
  values,
  span,
  formatValue,
  limit,
  isFault,
}: {
  title: string
  latest: number | null
  /** Undefined until they are known. */
  values: readonly number[] | undefined
  /** How long those took. */
  span: string
  formatValue: (value: number) => string
  limit?: number | undefined
  /** Whether a process is above the limit now. The latest value is the most of the last minute. */
  isFault: boolean
}) {
  const isOver = limit !== undefined && latest !== null && latest > limit
  const Sign = isFault ? CircleAlert : TriangleAlert
  return (
    <li className={styles.tile} data-over={isOver ? (isFault ? 'now' : 'lately') : undefined}>
      <span>{title}</span>{' '}
      <strong>
        {isOver && <Sign size={18} aria-hidden="true" />}
        {latest === null ? '–' : formatValue(latest)}
      </strong>
      {values && <SmallLine values={values} limit={limit} />}
      {values && values.length > 0 && (
        <span className={styles.notes}>
          {isOver && (
            <span className={isFault ? 'visually-hidden' : styles.above}>{texts.above(formatValue(limit))}</span>
          )}{' '}
          <span>{texts.range(formatValue(Math.min(...values)), formatValue(Math.max(...values)), span)}</span>
        </span>
      )}
    </li>
  )
}

/** The shape of values over time, above 0. What has a limit is drawn up to it, so that a line that is low is well. */
function SmallLine({ values, limit }: { values: readonly number[]; limit?: number | undefined }) {
  const points = peaksOf(
    values.map((value, at) => ({ at, value })),
    drawnPoints,
  )
  const highest = Math.max(...values)
  const [span, top] = [Math.max(1, values.length - 1), Math.max(highest, limit ?? 0) || 1]
  // As in the charts: a limit that is far away is not drawn.
  const isNear = limit !== undefined && highest > limit / 2
  const line = points.map(({ at, value }) => `${(at / span) * width} ${height - (value / top) * height}`).join('L')
  return (
    <svg className={styles.line} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {points.length > 1 && (
        <>
          <path className={styles.area} d={`M0 ${height}L${line}L${width} ${height}Z`} />
          <path d={`M${line}`} />
          {isNear && <line x1={0} x2={width} y1={height * (1 - limit / top)} y2={height * (1 - limit / top)} />}
        </>
      )}
    </svg>
  )
}
