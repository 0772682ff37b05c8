import { createStore } from '../../lib/store/store.ts'

export interface AlertState {
  /** The channels with an alert, newest first. */
  channels: readonly string[]
}

type ReadStorage = () => Pick<Storage, 'getItem'>

export const storageKey = 'waggle.live-alerts'
export const maxChannels = 100

/** The user's live alerts, stored in this browser (change-alert.ts). */
export const createAlerts = (storage: ReadStorage) => createStore<AlertState>({ channels: readChannels(storage) ?? [] })

export const alerts = createAlerts(() => localStorage)

/** Undefined when nothing valid is stored. */
export function readChannels(storage: ReadStorage): string[] | undefined {
  try {
    const stored: unknown = JSON.parse(storage().getItem(storageKey) ?? 'null')
    if (!Array.isArray(stored)) return undefined
    return stored.filter((entry): entry is string => typeof entry === 'string').slice(0, maxChannels)
  } catch {
    return undefined
  }
}
