import { useEffect, useState } from 'react'
import { siteClock } from '../../../lib/clock/site-clock.ts'
import { pictureTime } from '../../../lib/picture-time.ts'

const readIntervalMs = 400
/** A picture that is further behind is rewound: the chat of now is about something else. */
const rewoundMs = 20_000
/** Until it is no further behind than this, so that the chat does not change its clock again and again. */
const liveMs = 10_000

/** Whether the viewer has rewound what is live, and whether they want the chat of now nevertheless. */
export function usePictureClock(isBesidePicture: boolean): {
  isRewound: boolean
  /** Until the picture is live again. */
  isNow: boolean
  setNow: (isNow: boolean) => void
} {
  const [isRewound, setRewound] = useState(false)
  const [isNow, setNow] = useState(false)
  useEffect(() => {
    if (!isBesidePicture) return
    const timer = setInterval(() => {
      const shownMs = pictureTime.shownMs()
      const behindMs = shownMs === undefined ? 0 : siteClock.now() - shownMs
      setRewound((before) => behindMs > (before ? liveMs : rewoundMs))
      if (behindMs <= liveMs) setNow(false)
    }, readIntervalMs)
    return () => clearInterval(timer)
  }, [isBesidePicture])
  return { isRewound, isNow, setNow }
}
