import { useEffect, useReducer } from 'react'
import { clockText } from '../../../lib/format/clock-text.ts'
import { playerTexts as texts } from '../../../texts/viewer/player/player.ts'
import type { Playback } from '../engines/playback.ts'
import styles from './controls.module.css'

const readIntervalMs = 250

/** Where in a recording the picture is, and how long the recording is. */
export function PositionReadout({ playback }: { playback: Playback }) {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(draw, readIntervalMs)
    return () => clearInterval(timer)
  }, [])
  const range = playback.seekRange()
  if (range === null) return null
  const position = clockText((range.lengthSeconds - range.behindSeconds) * 1000)
  const length = clockText(range.lengthSeconds * 1000)
  return (
    <span className={styles.position} title={texts.positionOf(position, length)}>
      {position} <span className={styles.length}>/ {length}</span>
    </span>
  )
}
