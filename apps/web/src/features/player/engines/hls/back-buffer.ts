import { limits } from '@waggle/contract/limits'
import type Hls from 'hls.js'

/** Seldom, so that little is left of the chance that a part arrives just then. */
const stepSeconds = 30
const edgeToleranceSeconds = 0.1

/**
 * Lets go of what was shown more than 90 s ago (spec section 9), when the newest part has just been buffered and the next is not
 * due for a while.
 *
 * hls.js itself would do so whenever the picture enters a segment. A part that is between its arrival and the buffer just then takes the
 * parts before it with it (fragment-tracker.ts, `detectEvictedFragments`, 1.7.4): they count as not loaded, and at the end of the segment
 * the player waits for them for ever, until the delay makes it jump.
 */
export function trimBackBuffer(
  hls: Pick<Hls, 'on' | 'trigger' | 'latestLevelDetails'>,
  { Events }: Pick<typeof Hls, 'Events'>,
  video: Pick<HTMLVideoElement, 'buffered' | 'currentTime'>,
): void {
  hls.on(Events.FRAG_BUFFERED, () => {
    const { buffered, currentTime } = video
    const endOffset = currentTime - limits.playerBackBufferSeconds
    if (buffered.length === 0 || buffered.start(0) > endOffset - stepSeconds) return
    const newestSeconds = hls.latestLevelDetails?.partEnd ?? 0
    if (buffered.end(buffered.length - 1) < newestSeconds - edgeToleranceSeconds) return
    hls.trigger(Events.BUFFER_FLUSHING, { startOffset: 0, endOffset, type: null })
  })
}
