import { limits } from '@waggle/contract/limits'
import type Hls from 'hls.js'

/** Trimming is rare, which leaves little chance that a part arrives at the same moment. */
const stepSeconds = 30
const edgeToleranceSeconds = 0.1

/**
 * Removes media that was shown more than 90 s ago (rule PLAYER-12) from the buffer, right after the newest part was buffered, when
 * the next one is not due for a while.
 *
 * hls.js would trim whenever playback enters a segment. If a part has arrived but is not buffered at that moment, hls.js marks the
 * earlier parts of its segment as not loaded (fragment-tracker.ts, `detectEvictedFragments`, 1.7.4). At the end of the segment the
 * player then waits for them until the delay is large enough for a jump to the live edge.
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
