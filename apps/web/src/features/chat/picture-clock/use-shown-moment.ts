import { useEffect, useState } from 'react'
import { pictureTime } from '../../../lib/picture-time.ts'

const readIntervalMs = 400
/** The picture has been sought: a smaller step is the speed of playback. */
const jumpMs = 5000

/** When the picture was taken that the page shows, in milliseconds since 1970; undefined before there is one. */
export function useShownMoment(): {
  shownMs: number | undefined
  /** Grows with every seek. */
  jumps: number
} {
  const [moment, setMoment] = useState<{ shownMs: number | undefined; jumps: number }>({ shownMs: undefined, jumps: 0 })
  useEffect(() => {
    const timer = setInterval(() => {
      const shownMs = pictureTime.shownMs()
      setMoment(({ shownMs: before, jumps }) => {
        const isJump = before !== undefined && shownMs !== undefined && Math.abs(shownMs - before) > jumpMs
        return { shownMs: shownMs ?? before, jumps: isJump ? jumps + 1 : jumps }
      })
    }, readIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return moment
}
