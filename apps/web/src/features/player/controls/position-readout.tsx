import type { Chapter } from '@waggle/contract/replays/chapter-endpoints'
import { useEffect, useReducer } from 'react'
import { clockText } from '../../../lib/format/clock-text.ts'
import { chapterAt } from '../../../lib/recording/chapter-at.ts'
import { playerTexts as texts } from '../../../texts/viewer/player/player.ts'
import type { Playback } from '../engines/playback.ts'
import type { PlayerCommands } from '../keyboard/player-keys.ts'
import styles from './controls.module.css'
import { SkipButtons } from './skip-buttons.tsx'

const readIntervalMs = 250
/** In a clip of less there is nowhere to skip to. */
const shortSeconds = 30

/** The buttons that skip in a recording, where in it the picture is, how long the recording is, and which chapter is shown. */
export function PositionReadout({
  playback,
  chapters,
  seekBy,
}: {
  playback: Playback
  chapters: readonly Chapter[] | undefined
} & Pick<PlayerCommands, 'seekBy'>) {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(draw, readIntervalMs)
    return () => clearInterval(timer)
  }, [])
  const range = playback.seekRange()
  if (range === null) return null
  // What was sought as a whole second may be read a billionth before it.
  const position = clockText(Math.round((range.lengthSeconds - range.behindSeconds) * 1000))
  const length = clockText(Math.round(range.lengthSeconds * 1000))
  const chapter = chapterAt(chapters, playback.takenMs(range.behindSeconds))
  return (
    <>
      {range.lengthSeconds >= shortSeconds && <SkipButtons seekBy={seekBy} />}
      <span className={styles.position} title={texts.positionOf(position, length)}>
        {position} <span className={styles.length}>/ {length}</span>
      </span>
      {chapter && (
        <span className={styles.chapter} title={chapter.title}>
          {chapter.title}
        </span>
      )}
    </>
  )
}
