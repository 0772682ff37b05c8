import { createPreferenceStore } from '../../../lib/store/preference-store.ts'
import type { WritableStore } from '../../../lib/store/store.ts'
import { type DelayMode, isDelayMode } from '../engines/modes/delay-mode.ts'

/** Kept in local storage from one visit to the next. */
export interface PlayerPreferences {
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  isTheatre: boolean
  /** Shortcuts work on the whole page, not only in the player (WCAG 2.1.4 requires that viewers can choose). */
  areKeysGlobal: boolean
  /** Real time where the browser can; otherwise low delay takes its place. */
  delayMode: DelayMode
  /** The name of the chosen quality, such as '720p'; empty for the automatic choice. */
  quality: string
}

/** Reads the stored preferences and writes every change. */
export function createPreferences(
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
): WritableStore<PlayerPreferences> {
  return createPreferenceStore<PlayerPreferences>({
    key: 'waggle.player',
    defaults: { volume: 1, isMuted: false, isTheatre: false, areKeysGlobal: true, delayMode: 'real-time', quality: '' },
    repair: ({ volume, delayMode, ...others }) => ({
      ...others,
      ...(volume !== undefined && { volume: Math.min(1, Math.max(0, volume)) }),
      ...(isDelayMode(delayMode) && { delayMode }),
    }),
    storage,
  })
}

export const preferences = createPreferences(() => localStorage)
