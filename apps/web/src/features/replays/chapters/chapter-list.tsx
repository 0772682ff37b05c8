import type { Answer } from '@waggle/contract/endpoints'
import type { Chapter } from '@waggle/contract/replays/chapter-endpoints'
import { useEffect, useRef, useState } from 'react'
import { clockText } from '../../../lib/format/clock-text.ts'
import { pictureTime } from '../../../lib/picture-time.ts'
import { chapterAt } from '../../../lib/recording/chapter-at.ts'
import { type RecordingClock, recordingClock } from '../../../lib/recording/recording-clock.ts'
import { useRecordedPicture } from '../../../ui/recorded/recorded-picture.tsx'
import styles from './chapter-list.module.css'
import { chapterPictures } from './chapter-pictures.ts'
import { useSeen } from './use-seen.ts'

const readIntervalMs = 250

/** The chapters of the replay that the page shows. A press shows the beginning of one; the one that is shown is marked. */
export function ChapterList({
  chapters,
  startedAt,
  endedAt,
  picturePath,
  labelledBy,
}: Pick<Answer<'getReplay'>, 'chapters' | 'startedAt' | 'endedAt' | 'picturePath'> & { labelledBy: string }) {
  const list = useRef<HTMLOListElement>(null)
  const isSeen = useSeen(list)
  const pictures = chapterPictures(picturePath, chapters, endedAt)
  const clock = recordingClock({ startedAt, endedAt })
  const [currentAt, setCurrentAt] = useState<number>()
  /** Where they begin differs a little once the player knows what is left of the recording. */
  const [times, setTimes] = useState(() => timesOf(chapters, clock))

  useEffect(() => {
    const known = recordingClock({ startedAt, endedAt })
    const read = () => {
      setCurrentAt(chapterAt(chapters, pictureTime.shownMs())?.at)
      const now = timesOf(chapters, known)
      setTimes((before) => (before.join() === now.join() ? before : now))
    }
    read()
    const timer = setInterval(read, readIntervalMs)
    return () => clearInterval(timer)
  }, [chapters, startedAt, endedAt])

  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>(`[data-at="${currentAt}"]`)
    // The list alone, not the page.
    if (current) list.current?.scrollTo({ left: current.offsetLeft - 48, top: current.offsetTop - 32 })
  }, [currentAt])

  return (
    <ol ref={list} className={styles.list} data-pictured={pictures !== null || undefined} aria-labelledby={labelledBy}>
      {chapters.map(({ title, at }, index) => (
        <li key={at} data-at={at}>
          <button
            type="button"
            className={styles.chapter}
            aria-current={at === currentAt || undefined}
            onClick={() => clock.show(at)}
          >
            {pictures && (
              <span className={styles.picture} aria-hidden="true">
                <ChapterPicture path={isSeen ? (pictures[index] ?? null) : null} />
              </span>
            )}
            <span className={styles.time}>{times[index]}</span>
            <span className={styles.title} title={title}>
              {title}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Nothing where there is none: it may have been cut out. */
function ChapterPicture({ path }: { path: string | null }) {
  return useRecordedPicture(path)
}

function timesOf(chapters: readonly Chapter[], clock: RecordingClock): string[] {
  return chapters.map(({ at }) => clockText(Math.round(clock.positionOf(at) * 1000)))
}
