import { createStore, type WritableStore } from './store.ts'

type PreferenceStorage = Pick<Storage, 'getItem' | 'setItem'>

/**
 * Preferences that this browser keeps from one visit to the next. What is stored under an unknown name, or has another type than the
 * default, is ignored. Without storage they last as long as the page.
 */
export function createPreferenceStore<State extends object>({
  key,
  defaults,
  repair = (stored) => stored,
  storage,
}: {
  /** In local storage. */
  key: string
  defaults: State
  /** Corrects stored values of the right type, such as a number out of range. */
  repair?: (stored: Partial<State>) => Partial<State>
  /** A function, because a browser that forbids storage throws on reading `localStorage`. */
  storage: () => PreferenceStorage
}): WritableStore<State> {
  const store = createStore<State>({ ...defaults, ...read() })

  function read(): Partial<State> {
    try {
      const stored: unknown = JSON.parse(storage().getItem(key) ?? '{}')
      if (typeof stored !== 'object' || stored === null) return {}
      const known = Object.entries(stored).filter(([name, value]) => isOfSameType(value, name, defaults))
      return repair(Object.fromEntries(known) as Partial<State>)
    } catch {
      return {}
    }
  }

  return {
    ...store,
    setState(change) {
      store.setState(change)
      try {
        // Another tab may have written other preferences in the meantime, so only our change overrides them. Defaults are not stored:
        // they may be others on the next visit.
        storage().setItem(key, JSON.stringify({ ...read(), ...change }))
      } catch {
        // The storage is full or forbidden.
      }
    },
  }
}

function isOfSameType(value: unknown, name: string, defaults: object): boolean {
  if (!Object.hasOwn(defaults, name)) return false
  const standard: unknown = defaults[name as keyof typeof defaults]
  return typeof value === typeof standard && Array.isArray(value) === Array.isArray(standard) && value !== null
}
