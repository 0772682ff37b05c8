/** What a viewer can seek to: the media that is still in memory. */
export interface SeekRange {
  /** From the oldest media to the newest. */
  lengthSeconds: number
  /** From the oldest media to the picture. */
  atSeconds: number
}

type Played = Pick<HTMLMediaElement, 'buffered' | 'currentTime'>

/** Null while there is not enough media to seek in. */
export function seekRange({ buffered, currentTime }: Played): SeekRange | null {
  if (buffered.length === 0) return null
  const oldest = buffered.start(0)
  const lengthSeconds = buffered.end(buffered.length - 1) - oldest
  if (lengthSeconds < shortestSeconds) return null
  return { lengthSeconds, atSeconds: Math.min(lengthSeconds, Math.max(0, currentTime - oldest)) }
}

const shortestSeconds = 8
