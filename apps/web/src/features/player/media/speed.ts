import { useSyncExternalStore } from 'react'

/** The speeds at which a recording can be watched. */
export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** The speed at which the element plays. */
export function useSpeed(video: HTMLVideoElement): number {
  return useSyncExternalStore(
    (onChange) => {
      video.addEventListener('ratechange', onChange)
      return () => video.removeEventListener('ratechange', onChange)
    },
    () => video.playbackRate,
  )
}

/** The next slower or faster speed; the same at either end. */
export function speedBeside(speed: number, steps: 1 | -1): number {
  const index = speeds.findIndex((each) => each >= speed)
  return speeds[Math.min(speeds.length - 1, Math.max(0, index + steps))] ?? 1
}

/** A new source would otherwise begin at the usual speed. */
export function setSpeed(video: HTMLVideoElement, speed: number): void {
  video.defaultPlaybackRate = speed
  video.playbackRate = speed
}
