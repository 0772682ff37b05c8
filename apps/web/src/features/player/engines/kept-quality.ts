import type { Store } from '../../../lib/store/store.ts'
import type { PlaybackState } from './playback-state.ts'
import { automaticQuality } from './quality.ts'

/** Remembers the name of the chosen quality; an empty one is the automatic choice. */
export interface QualityMemory {
  chosenName(): string
  keep(name: string): void
}

/**
 * Keeps what the viewer has chosen. Each engine that takes over, as when low delay replaces real time or the viewer goes back, begins with
 * the automatic choice and numbers the qualities in its own way: the chosen one is found again by its name.
 */
export function keepQuality(
  store: Store<PlaybackState>,
  memory: QualityMemory,
  select: (index: number) => void,
): (index: number) => void {
  let known = store.getState().qualities
  store.subscribe(() => {
    const { qualities, selectedQuality } = store.getState()
    if (qualities === known) return
    known = qualities
    const chosenName = memory.chosenName()
    const chosen = qualities.find(({ name }) => name === chosenName)
    if (chosen && selectedQuality === automaticQuality) select(chosen.index)
  })
  return (index) => {
    memory.keep(store.getState().qualities.find((quality) => quality.index === index)?.name ?? '')
    select(index)
  }
}
