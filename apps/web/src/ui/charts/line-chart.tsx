import { ChevronDown } from 'lucide-react'
import { type PointerEvent, useId, useState } from 'react'
import { chartTexts as texts } from '../../texts/chart.ts'
import { chartScale } from './chart-scale.ts'
import styles from './line-chart.module.css'
import { peaksOf } from './peaks-of.ts'
import { TimeAxis } from './time-axis.tsx'

interface ChartPoint {
  /** The position on the horizontal axis, such as milliseconds since 1970. */
  at: number
  /** Null where there is no value: the line has a gap there. */
  value: number | null
}

const width = 1000
const height = 200
/** In each part of the line. A chart is some hundred pixels wide. */
const drawnPoints = 240

/**
 * One value over time. Pointing at the chart shows the value at that time. A table holds the same values, for everyone who cannot see
 * the chart or wants exact numbers.
 */
export function LineChart({
  title,
  points,
  formatValue,
  formatMark = formatValue,
  formatAt,
  ofDays = false,
  isLow = false,
  showsLatest = true,
  ends,
  fills = false,
  limit,
  limitText,
  unfinished,
  allZero,
}: {
  title: string
  points: readonly ChartPoint[]
  formatValue: (value: number) => string
  /** A shorter text for the marks of the axis. */
  formatMark?: ((value: number) => string) | undefined
  formatAt: (at: number) => string
  /** Whether each point is a whole day of the site, in UTC. */
  ofDays?: boolean
  /** A low chart has room for three marks. */
  isLow?: boolean
  /** False where the latest value says nothing, as that of a broadcast that is over: the head has a value only while one points. */
  showsLatest?: boolean
  /** What stands at the beginning and the end of the axis of a small chart, in the place of marks. */
  ends?: readonly [beginning: string, end: string] | undefined
  /** Whether the plot takes the height that its place has left. */
  fills?: boolean
  /** A value that should not be exceeded, as a dashed line where the values come near it. The value shown is red above it. */
  limit?: number | undefined
  /** What that value is, on its line. */
  limitText?: string | undefined
  /** Said of the last point where it goes on growing, as that of today: its part of the line is dashed. */
  unfinished?: string
  /** Said in the place of a line that would be flat at 0. */
  allZero?: string
}) {
  const titleId = useId()
  const [pointed, setPointed] = useState<ChartPoint>()
  const [isTableOpen, setTableOpen] = useState(false)
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]))
  const first = points[0]
  const last = points.at(-1)
  const isZero = allZero !== undefined && values.every((value) => value === 0)
  if (!first || !last || values.length === 0 || isZero) {
    return (
      <figure className={`${styles.chart} ${fills ? styles.filling : ''}`} aria-labelledby={titleId}>
        <figcaption id={titleId} className={styles.title}>
          {title}
        </figcaption>
        <p className={styles.nothing}>{values.length > 0 && isZero ? allZero : texts.nothing}</p>
      </figure>
    )
  }

  const span = last.at - first.at || 1
  const highest = Math.max(...values)
  const isNear = limit !== undefined && highest > limit / 2
  const { top, lines } = chartScale(isNear ? Math.max(highest, limit) : highest, isLow ? 3 : 4)
  const x = (at: number) => ((at - first.at) / span) * width
  const y = (value: number) => height - (value / top) * height
  const shown = pointed ?? (showsLatest ? last : undefined)

  function point(event: PointerEvent<HTMLDivElement>): void {
    const box = event.currentTarget.getBoundingClientRect()
    const at = (first?.at ?? 0) + ((event.clientX - box.left) / box.width) * span
    const distance = (candidate: ChartPoint) => Math.abs(candidate.at - at)
    setPointed(points.reduce((nearest, candidate) => (distance(candidate) < distance(nearest) ? candidate : nearest)))
  }

  const atText = (at: number) => (at === last.at && unfinished ? `${formatAt(at)}, ${unfinished}` : formatAt(at))
  const valueText = (value: number | null) => (value === null ? '–' : formatValue(value))
  return (
    <figure
      className={`${styles.chart} ${ends ? styles.compact : ''} ${fills ? styles.filling : ''}`}
      aria-labelledby={titleId}
    >
      <figcaption className={styles.head}>
        <span className={styles.said}>
          <span id={titleId} className={styles.title}>
            {title}
          </span>
          {shown && (
            <span className={styles.shown} aria-hidden="true">
              <strong data-over={(limit !== undefined && (shown.value ?? 0) > limit) || undefined}>
                {valueText(shown.value)}
              </strong>
              {(pointed || !ends) && ` · ${atText(shown.at)}`}
            </span>
          )}
        </span>
        <button
          type="button"
          className={styles.toTable}
          aria-label={texts.table}
          data-tooltip={texts.table}
          aria-expanded={isTableOpen}
          onClick={() => setTableOpen(!isTableOpen)}
        >
          {texts.tableShort}
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      </figcaption>
      <div
        className={styles.plot}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        <svg
          className={styles.picture}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={texts.summary(
            title,
            formatValue(Math.min(...values)),
            formatValue(Math.max(...values)),
            valueText(last.value),
          )}
        >
          <linearGradient id={`${titleId}-area`} x1="0" x2="0" y1="0" y2="1">
            <stop className={styles.areaTop} />
            <stop className={styles.areaEnd} offset="1" />
          </linearGradient>
          {lines.map((value) => (
            <line key={value} className={styles.grid} x1={0} x2={width} y1={y(value)} y2={y(value)} />
          ))}
          {segmentsOf(points).map((segment) => {
            const drawn = peaksOf(segment, drawnPoints).map(({ at, value }) => `${round(x(at))} ${round(y(value))}`)
            const line = drawn.join('L')
            const isDashed = unfinished !== undefined && drawn.length > 1 && segment.at(-1)?.at === last.at
            const [begin, end] = [segment[0]?.at ?? 0, segment.at(-1)?.at ?? 0]
            return (
              <g key={begin}>
                <path
                  fill={`url(#${titleId}-area)`}
                  d={`M${round(x(begin))} ${height}L${line}L${round(x(end))} ${height}Z`}
                />
                <path className={styles.line} d={`M${isDashed ? drawn.slice(0, -1).join('L') : line}`} />
                {isDashed && <path className={styles.growing} d={`M${drawn.slice(-2).join('L')}`} />}
              </g>
            )
          })}
          {isNear && <line className={styles.limit} x1={0} x2={width} y1={y(limit)} y2={y(limit)} />}
          {pointed && <line className={styles.cursor} x1={x(pointed.at)} x2={x(pointed.at)} y1={0} y2={height} />}
        </svg>
        {isNear && limitText && (
          <span className={styles.limitText} style={{ top: `${(y(limit) / height) * 100}%` }}>
            {limitText}
          </span>
        )}
        {lines.map((value) => (
          <span key={value} className={styles.mark} style={{ top: `${(y(value) / height) * 100}%` }} aria-hidden="true">
            {formatMark(value)}
          </span>
        ))}
      </div>
      <div className={styles.times}>
        {ends ? (
          <p className={styles.ends} aria-hidden="true">
            <span>{ends[0]}</span>
            <span>{ends[1]}</span>
          </p>
        ) : (
          <TimeAxis from={first.at} to={last.at} ofDays={ofDays} />
        )}
      </div>
      {isTableOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        <section className={styles.scroll} aria-labelledby={titleId} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.time}</th>
                <th scope="col">{title}</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ at, value }) => (
                <tr key={at}>
                  <td>{atText(at)}</td>
                  <td>{valueText(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </figure>
  )
}

/** The parts of the line between gaps. */
function segmentsOf(points: readonly ChartPoint[]): { at: number; value: number }[][] {
  const segments: { at: number; value: number }[][] = [[]]
  for (const { at, value } of points) {
    if (value !== null) segments.at(-1)?.push({ at, value })
    else if (segments.at(-1)?.length) segments.push([])
  }
  return segments.filter((segment) => segment.length > 0)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
