import { limits } from '@waggle/contract/limits'

export interface Credentials {
  user: string
  token: string
}

/** The part of `Storage` that is used, so that tests can provide one. */
export type CredentialStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const userKey = 'waggle.user'
export const tokenKey = 'waggle.token'

/**
 * A stored token is valid only if it is longer than 10 characters, and both values must be non-empty after trimming
 * (rule AUTH-11). Anything else is cleared.
 */
export function readCredentials(storage: CredentialStorage): Credentials | undefined {
  try {
    const user = storage.getItem(userKey)?.trim()
    const token = storage.getItem(tokenKey)?.trim()
    if (user && token && token.length > limits.storedTokenMinLength) return { user, token }
  } catch {
    // A browser that forbids storage has nothing stored.
    return undefined
  }
  clearCredentials(storage)
  return undefined
}

/** A full or forbidden storage is only logged: the session then lasts as long as the page (rule AUTH-16). */
export function writeCredentials(storage: CredentialStorage, { user, token }: Credentials): void {
  try {
    storage.setItem(userKey, user)
    storage.setItem(tokenKey, token)
  } catch {
    console.warn('The login could not be stored in this browser and will end with this page.')
    // One value without the other is useless.
    clearCredentials(storage)
  }
}

export function clearCredentials(storage: CredentialStorage): void {
  try {
    storage.removeItem(userKey)
    storage.removeItem(tokenKey)
  } catch {
    // A storage that refuses to remove holds nothing.
  }
}
