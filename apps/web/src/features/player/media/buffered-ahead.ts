/** Seconds of media buffered from the current time to the first gap. */
export function bufferedAhead({ buffered, currentTime }: Pick<HTMLVideoElement, 'buffered' | 'currentTime'>): number {
  for (let index = 0; index < buffered.length; index++) {
    const end = buffered.end(index)
    if (buffered.start(index) <= currentTime && currentTime <= end) return end - currentTime
  }
  return 0
}
