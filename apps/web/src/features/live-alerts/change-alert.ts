import { alerts, maxChannels, readChannels, storageKey } from './alert-store.ts'

/** Adds the alert of a channel or removes it, in this page and in the browser's storage. */
export function changeAlert(
  channel: string,
  isOn: boolean,
  store: Pick<typeof alerts, 'getState' | 'setState'> = alerts,
  storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => localStorage,
): void {
  // Another tab may have changed the storage.
  const known = readChannels(storage) ?? store.getState().channels
  const others = known.filter((other) => other !== channel)
  const channels = isOn ? [channel, ...others].slice(0, maxChannels) : others
  store.setState({ channels })
  try {
    storage().setItem(storageKey, JSON.stringify(channels))
  } catch {
    // Without storage the alerts last as long as the page.
  }
}
