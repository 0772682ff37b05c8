import { createStore, type WritableStore } from '../../../lib/store/store.ts'

/** What the player remembers from one visit to the next. */
export interface PlayerPreferences {
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  isTheatre: boolean
  /** Keys work wherever the page has the focus, not only in the player (WCAG 2.1.4 wants that to be a choice). */
  areKeysGlobal: boolean
}

export type PreferenceStorage = Pick<Storage, 'getItem' | 'setItem'>

const storageKey = 'waggle.player'
const defaults: PlayerPreferences = { volume: 1, isMuted: false, isTheatre: false, areKeysGlobal: true }

/** Reads what was remembered and writes every change; where the browser keeps nothing, it lasts as long as the page. */
export function createPreferences(storage: () => PreferenceStorage): WritableStore<PlayerPreferences> {
  const store = createStore<PlayerPreferences>({ ...defaults, ...read(storage) })
  return {
    ...store,
    setState(change) {
      store.setState(change)
      try {
        // Another tab may have written other things meanwhile: only the change is ours.
        storage().setItem(storageKey, JSON.stringify({ ...store.getState(), ...read(storage), ...change }))
      } catch {
        // Storage that is full or forbidden.
      }
    },
  }
}

export const preferences = createPreferences(() => localStorage)

function read(storage: () => PreferenceStorage): Partial<PlayerPreferences> {
  try {
    const kept: unknown = JSON.parse(storage().getItem(storageKey) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    const isKnown = ([name, value]: [string, unknown]) =>
      Object.hasOwn(defaults, name) && typeof value === typeof defaults[name as keyof PlayerPreferences]
    const known: Partial<PlayerPreferences> = Object.fromEntries(Object.entries(kept).filter(isKnown))
    return known.volume === undefined ? known : { ...known, volume: Math.min(1, Math.max(0, known.volume)) }
  } catch {
    return {}
  }
}
