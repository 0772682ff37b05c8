import { type CSSProperties, useEffect, useRef } from 'react'
import { clockText } from '../../../lib/format/clock-text.ts'
import { clipDialogTexts as texts } from '../../../texts/viewer/clips/clip-dialog.ts'
import styles from './clipping.module.css'
import { withoutGaps } from './pictures.ts'
import { moveEnd, moveStart, type Trim, type TrimWindow } from './trim.ts'

/** An arrow key moves an end by so much. */
const stepMs = 100
/** The times below the bar are so far from each other, the first that leaves enough room between them. */
const markDistancesMs = [5000, 10_000, 30_000]
const marksMax = 5

/** The timeline of the dialog, with pictures behind it and a thumb at each end of the clip. */
export function TrimBar({
  window,
  trim,
  pictures,
  onChange,
}: {
  window: TrimWindow
  trim: Trim
  /** Addresses of pictures at equal distances. */
  pictures: readonly (string | undefined)[]
  onChange: (trim: Trim, moved: 'start' | 'end') => void
}) {
  const { fromMs, untilMs } = window
  const lengthMs = untilMs - fromMs
  const share = (atMs: number) => `${((atMs - fromMs) / lengthMs) * 100}%`
  const style = { '--start': share(trim.startMs), '--end': share(trim.endMs) } as CSSProperties
  // A slider knows whole steps only: the last one may go past the end of the timeline, which `moveEnd` does not.
  const lastMs = Math.ceil(lengthMs / stepMs) * stepMs
  const common = { min: 0, max: lastMs, step: stepMs, className: styles.thumb } as const
  const markMs = markDistancesMs.find((ms) => lengthMs / ms < marksMax) ?? lengthMs
  const marks = Array.from({ length: Math.floor(lengthMs / markMs) + 1 }, (_, index) => index * markMs)
  const start = useRef<HTMLInputElement>(null)
  // On a phone the dialog itself has the focus until there is something to move.
  useEffect(() => {
    if (document.activeElement === start.current?.closest('dialog')) start.current?.focus({ preventScroll: true })
  }, [])
  const textOf = (atMs: number) => texts.ago(clockText(atMs - fromMs))
  return (
    <fieldset className={styles.timeline}>
      <legend className="visually-hidden">{texts.trim}</legend>
      <div className={styles.trim} style={style}>
        <div className={styles.pictures} aria-hidden="true">
          {withoutGaps(pictures).map((address, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a picture stays in its place
            <span key={index} className={styles.picture}>
              {address && <img src={address} alt="" />}
            </span>
          ))}
        </div>
        <div className={styles.chosen} aria-hidden="true" />
        <input
          ref={start}
          type="range"
          {...common}
          aria-label={texts.start}
          aria-valuetext={textOf(trim.startMs)}
          value={trim.startMs - fromMs}
          onChange={({ target }) => onChange(moveStart(trim, fromMs + target.valueAsNumber, window), 'start')}
        />
        <input
          type="range"
          {...common}
          aria-label={texts.end}
          aria-valuetext={textOf(trim.endMs)}
          value={trim.endMs - fromMs}
          onChange={({ target }) => onChange(moveEnd(trim, fromMs + target.valueAsNumber, window), 'end')}
        />
      </div>
      <div className={styles.marks} aria-hidden="true">
        {marks.map((atMs) => (
          <span key={atMs} className="figure" style={{ '--at': share(fromMs + atMs) } as CSSProperties}>
            {clockText(atMs)}
          </span>
        ))}
      </div>
    </fieldset>
  )
}
