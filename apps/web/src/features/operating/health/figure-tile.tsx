import { CircleAlert, TriangleAlert } from 'lucide-react'
import { siteHealthTexts as texts } from '../../../texts/operating/site-health.ts'
import { peaksOf } from '../../../ui/charts/peaks-of.ts'
import styles from './figure-tile.module.css'

const width = 100
const height = 20
/** A tile is some hundred pixels wide. */
const drawnPoints = 60

/** The latest value and the shape of those before it. Above its limit it says so: in red while that is a fault, in yellow afterwards. */
export function FigureTile({
  title,
  latest,
  values,
  formatValue,
  limit,
  isFault,
}: {
  title: string
  latest: number | null
  /** Undefined until they are knstyles. */
  values: readonly number[] | undefined
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
      {values && <SmallLine values={values} />}
      {isOver && <span className={styles.above}>{texts.above(formatValue(limit))}</span>}
    </li>
  )
}

/** The shape of values over time, without marks, above 0. */
function SmallLine({ values }: { values: readonly number[] }) {
  const points = peaksOf(
    values.map((value, at) => ({ at, value })),
    drawnPoints,
  )
  const [span, top] = [Math.max(1, values.length - 1), Math.max(...values) || 1]
  const line = points.map(({ at, value }) => `${(at / span) * width} ${height - (value / top) * height}`).join('L')
  return (
    <svg className={styles.line} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {points.length > 1 && (
        <>
          <path className={styles.area} d={`M0 ${height}L${line}L${width} ${height}Z`} />
          <path d={`M${line}`} />
        </>
      )}
    </svg>
  )
}
