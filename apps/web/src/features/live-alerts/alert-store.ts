import { createStore, type Store } from '../../lib/store/store.ts'

export interface AlertState {
  /** Channels whose going live is to be told. */
  channels: readonly string[]
}

export interface AlertStore extends Store<AlertState> {
  add(channel: string): void
  remove(channel: string): void
}

const storageKey = 'waggle.live-alerts'
const maxChannels = 100

/** Remembers in this browser whom to be told about; the newest first, and no more than anybody can want. */
export function createAlertStore(storage: () => Pick<Storage, 'getItem' | 'setItem'>): AlertStore {
  const store = createStore<AlertState>({ channels: read(storage) ?? [] })

  function keep(channels: readonly string[]): void {
    store.setState({ channels })
    try {
      storage().setItem(storageKey, JSON.stringify(channels))
    } catch {
      // It lasts as long as the page, then.
    }
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    add: (channel) => keep([channel, ...without(channel)].slice(0, maxChannels)),
    remove: (channel) => keep(without(channel)),
  }

  /** Read anew: another tab may have written meanwhile. */
  function without(channel: string): string[] {
    return (read(storage) ?? store.getState().channels).filter((other) => other !== channel)
  }
}

export const alerts = createAlertStore(() => localStorage)

/** Undefined where nothing usable is kept. */
function read(storage: () => Pick<Storage, 'getItem'>): string[] | undefined {
  try {
    const kept: unknown = JSON.parse(storage().getItem(storageKey) ?? 'null')
    if (!Array.isArray(kept)) return undefined
    return kept.filter((entry): entry is string => typeof entry === 'string').slice(0, maxChannels)
  } catch {
    return undefined
  }
}
