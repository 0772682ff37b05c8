import { createPreferenceStore } from '../../../lib/store/preference-store.ts'
import type { WritableStore } from '../../../lib/store/store.ts'

/** Kept in local storage from one visit to the next. */
export interface PlayerPreferences {
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  isTheatre: boolean
  /** Shortcuts work on the whole page, not only in the player (WCAG 2.1.4 requires that viewers can choose). */
  areKeysGlobal: boolean
}

/** Reads the stored preferences and writes every change. */
export function createPreferences(
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
): WritableStore<PlayerPreferences> {
  return createPreferenceStore<PlayerPreferences>({
    key: 'waggle.player',
    defaults: { volume: 1, isMuted: false, isTheatre: false, areKeysGlobal: true },
    repair: (stored) =>
      stored.volume === undefined ? stored : { ...stored, volume: Math.min(1, Math.max(0, stored.volume)) },
    storage,
  })
}

export const preferences = createPreferences(() => localStorage)
