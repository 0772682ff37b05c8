import { createStore, type Store } from '../../lib/store/store.ts'

interface AlertState {
  /** The channels with an alert, newest first. */
  channels: readonly string[]
}

interface AlertStore extends Store<AlertState> {
  add(channel: string): void
  remove(channel: string): void
}

const storageKey = 'waggle.live-alerts'
const maxChannels = 100

/** The user's live alerts, stored in this browser. */
export function createAlertStore(storage: () => Pick<Storage, 'getItem' | 'setItem'>): AlertStore {
  const store = createStore<AlertState>({ channels: read(storage) ?? [] })

  function save(channels: readonly string[]): void {
    store.setState({ channels })
    try {
      storage().setItem(storageKey, JSON.stringify(channels))
    } catch {
      // Without storage the alerts last as long as the page.
    }
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    add: (channel) => save([channel, ...without(channel)].slice(0, maxChannels)),
    remove: (channel) => save(without(channel)),
  }

  /** Reads the storage again, because another tab may have changed it. */
  function without(channel: string): string[] {
    return (read(storage) ?? store.getState().channels).filter((other) => other !== channel)
  }
}

export const alerts = createAlertStore(() => localStorage)

/** Undefined when nothing valid is stored. */
function read(storage: () => Pick<Storage, 'getItem'>): string[] | undefined {
  try {
    const stored: unknown = JSON.parse(storage().getItem(storageKey) ?? 'null')
    if (!Array.isArray(stored)) return undefined
    return stored.filter((entry): entry is string => typeof entry === 'string').slice(0, maxChannels)
  } catch {
    return undefined
  }
}
