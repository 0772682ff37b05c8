import type { Chapter } from '@waggle/contract/replays/chapter-endpoints'
import { type CSSProperties, useMemo } from 'react'
import styles from './seek-chapters.module.css'

/** A chapter that begins earlier begins where the bar does. */
const firstSeconds = 1

/** The bar of a recording in parts, with gaps where chapters begin (rule CHAPTER-6). */
export function SeekChapters({
  chapters,
  positionOf,
  lengthSeconds,
  shownSeconds,
}: {
  chapters: readonly Chapter[]
  /** Where the picture of this moment is, in seconds. */
  positionOf: (atMs: number) => number | undefined
  lengthSeconds: number
  shownSeconds: number
}) {
  const shares = useMemo(
    () =>
      chapters
        .map(({ at }) => positionOf(at) ?? 0)
        .filter((seconds) => seconds >= firstSeconds && seconds < lengthSeconds)
        .map((seconds) => seconds / lengthSeconds),
    [chapters, positionOf, lengthSeconds],
  )
  const shown = shownSeconds / lengthSeconds
  const begins = [0, ...shares]
  return (
    <div className={styles.chapters} aria-hidden="true" data-testid="seek-chapters">
      {begins.map((begin, index) => {
        const end = begins[index + 1] ?? 1
        const style = {
          left: percent(begin),
          right: percent(1 - end),
          '--fill': percent((shown - begin) / (end - begin)),
        }
        return <span key={begin} className={styles.part} style={style as CSSProperties} />
      })}
    </div>
  )
}

function percent(share: number): string {
  return `${share * 100}%`
}
