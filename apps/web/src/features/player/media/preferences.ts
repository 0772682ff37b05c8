import { createStore, type WritableStore } from '../../../lib/store/store.ts'

/** Kept in local storage from one visit to the next. */
export interface PlayerPreferences {
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  isTheatre: boolean
  /** Shortcuts work on the whole page, not only in the player (WCAG 2.1.4 requires that viewers can choose). */
  areKeysGlobal: boolean
}

type PreferenceStorage = Pick<Storage, 'getItem' | 'setItem'>

const storageKey = 'waggle.player'
const defaults: PlayerPreferences = { volume: 1, isMuted: false, isTheatre: false, areKeysGlobal: true }

/** Reads the stored preferences and writes every change. Without storage they last as long as the page. */
export function createPreferences(storage: () => PreferenceStorage): WritableStore<PlayerPreferences> {
  const store = createStore<PlayerPreferences>({ ...defaults, ...read(storage) })
  return {
    ...store,
    setState(change) {
      store.setState(change)
      try {
        // Another tab may have written other preferences in the meantime, so only our change overrides them.
        storage().setItem(storageKey, JSON.stringify({ ...store.getState(), ...read(storage), ...change }))
      } catch {
        // The storage is full or forbidden.
      }
    },
  }
}

export const preferences = createPreferences(() => localStorage)

function read(storage: () => PreferenceStorage): Partial<PlayerPreferences> {
  try {
    const stored: unknown = JSON.parse(storage().getItem(storageKey) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    const isKnown = ([name, value]: [string, unknown]) =>
      Object.hasOwn(defaults, name) && typeof value === typeof defaults[name as keyof PlayerPreferences]
    const known: Partial<PlayerPreferences> = Object.fromEntries(Object.entries(stored).filter(isKnown))
    return known.volume === undefined ? known : { ...known, volume: Math.min(1, Math.max(0, known.volume)) }
  } catch {
    return {}
  }
}
