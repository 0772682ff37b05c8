import { peaksOf } from '../../../ui/charts/peaks-of.ts'
import own from './health.module.css'

const width = 100
const height = 20
/** A tile is some hundred pixels wide. */
const drawnPoints = 60

/** The shape of values over time, without marks, above 0: the figure beside it says the latest. */
export function SmallLine({ values }: { values: readonly number[] }) {
  const points = peaksOf(
    values.map((value, at) => ({ at, value })),
    drawnPoints,
  )
  const [span, top] = [Math.max(1, values.length - 1), Math.max(...values) || 1]
  const line = points.map(({ at, value }) => `${(at / span) * width} ${height - (value / top) * height}`).join('L')
  return (
    <svg className={own.smallLine} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {points.length > 1 && (
        <>
          <path className={own.smallArea} d={`M0 ${height}L${line}L${width} ${height}Z`} />
          <path d={`M${line}`} />
        </>
      )}
    </svg>
  )
}
