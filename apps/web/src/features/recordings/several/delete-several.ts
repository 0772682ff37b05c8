import { ApiError } from '../../../lib/api/api-error.ts'
import { NetworkError } from '../../../lib/api/network-error.ts'
import { isSessionRefusal } from '../../../session/session-store.ts'

interface Outcome<Item> {
  deleted: Item[]
  /** What is still there, with what was not tried. */
  left: Item[]
  /** Why the first of them could not be deleted; undefined where it was only not tried. */
  error: unknown
}

/**
 * Deletes one after another, until `signal` is aborted. What is gone already counts as deleted. The limit of an account (rule LIMIT-5)
 * is waited for. Once the server cannot be reached, or the session has ended, nothing more is tried.
 */
export async function deleteSeveral<Item>(
  items: readonly Item[],
  {
    remove,
    onProgress,
    wait,
    signal,
  }: {
    remove: (item: Item) => Promise<unknown>
    /** `isWaiting` while the server wants no more calls. */
    onProgress: (tried: number, isWaiting: boolean) => void
    /** Resolves after so many seconds, or once `signal` is aborted. */
    wait: (seconds: number) => Promise<void>
    signal: AbortSignal
  },
): Promise<Outcome<Item>> {
  const outcome: Outcome<Item> = { deleted: [], left: [], error: undefined }
  const rest = [...items]
  while (rest.length > 0 && !signal.aborted) {
    const item = rest[0] as Item
    try {
      await remove(item)
      outcome.deleted.push(item)
    } catch (error) {
      if (isLimit(error)) {
        onProgress(items.length - rest.length, true)
        await wait(error.retryAfterSeconds)
        continue
      }
      if (error instanceof ApiError && error.code === 'stream_not_found') outcome.deleted.push(item)
      else {
        outcome.left.push(item)
        outcome.error ??= error
        if (error instanceof NetworkError || isSessionRefusal(error)) {
          rest.shift()
          break
        }
      }
    }
    rest.shift()
    onProgress(items.length - rest.length, false)
  }
  outcome.left.push(...rest)
  return outcome
}

function isLimit(error: unknown): error is ApiError & { retryAfterSeconds: number } {
  return error instanceof ApiError && error.code === 'rate_limited' && error.retryAfterSeconds !== undefined
}
