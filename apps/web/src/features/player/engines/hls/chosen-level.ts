import type Hls from 'hls.js'
import type { WritableStore } from '../../../../lib/store/store.ts'
import type { PlaybackState } from '../playback-state.ts'
import { automaticQuality } from '../quality.ts'

/** So long the server does without a quality that it has no time for. */
const againAfterMs = 30_000

export interface ChosenLevel {
  /** The levels are new ones, and none is chosen. */
  begin(): void
  select(index: number): void
  /** hls.js may have returned to the automatic choice. */
  follow(): void
  /** Asks for a chosen level that was missing, without waiting for its time. */
  tryAgain(): void
  close(): void
}

/**
 * Plays the level that the viewer has chosen. When the server takes it away, hls.js chooses by itself from then on: the menu says so, and
 * the level is asked for again every half minute, until the viewer chooses another.
 */
export function playChosenLevel(
  hls: Pick<Hls, 'nextLevel' | 'autoLevelEnabled'>,
  store: WritableStore<PlaybackState>,
): ChosenLevel {
  let chosen = automaticQuality
  let timer: ReturnType<typeof setTimeout> | undefined

  function tryAgain(): void {
    if (timer === undefined) return
    stopTimer()
    hls.nextLevel = chosen
  }

  function stopTimer(): void {
    clearTimeout(timer)
    timer = undefined
  }

  return {
    begin() {
      stopTimer()
      chosen = automaticQuality
      store.setState({ selectedQuality: chosen })
    },
    select(index) {
      stopTimer()
      chosen = index < 0 ? automaticQuality : index
      // The next segment is loaded in the new quality; buffered media keeps playing without a break.
      hls.nextLevel = chosen
      store.setState({ selectedQuality: chosen })
    },
    follow() {
      const isMissing = chosen !== automaticQuality && hls.autoLevelEnabled
      store.setState({ selectedQuality: isMissing ? automaticQuality : chosen })
      if (isMissing) timer ??= setTimeout(tryAgain, againAfterMs)
    },
    tryAgain,
    close: stopTimer,
  }
}
