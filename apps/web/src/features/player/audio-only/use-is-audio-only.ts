import { useEffect, useState } from 'react'

/**
 * Whether the media that plays has no picture. The element tells, so that it holds for every engine; it is asked once it has data to
 * show, because before that a video has no size either. A picture that begins later fires `resize`.
 */
export function useIsAudioOnly(video: HTMLVideoElement | null): boolean {
  const [isAudioOnly, setAudioOnly] = useState(false)
  useEffect(() => {
    if (!video) return
    const check = () => {
      if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) setAudioOnly(video.videoWidth === 0)
    }
    const events = ['loadeddata', 'playing', 'resize'] as const
    for (const event of events) video.addEventListener(event, check)
    check()
    return () => {
      for (const event of events) video.removeEventListener(event, check)
    }
  }, [video])
  return isAudioOnly
}
