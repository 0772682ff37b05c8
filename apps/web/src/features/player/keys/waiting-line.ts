import type { Api } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { NetworkError } from '../../../lib/api/network-error.ts'

/** Where a new viewer stands who waits for a place. */
export interface PlaceInLine {
  place: number
  waiting: number
  /** When the site's budget begins anew, milliseconds since 1970; null when that is not known. */
  endsAt: number | null
}

interface LineOptions {
  api: Api
  streamId: string
  /** The session of the viewer, if any. */
  sessionToken: string | undefined
  signal: AbortSignal
  /** Keeps the place when the page is loaded again. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  onPlace: (place: PlaceInLine | null) => void
  /** Resolves when it is time to ask again. */
  pause: () => Promise<void>
}

/** Waits in the line of new viewers, and returns the token that is given when it is the viewer's turn (rule EGRESS-9). */
export async function waitInLine(options: LineOptions): Promise<{ token: string; expiresAt: number }> {
  const { api, streamId, sessionToken, signal, storage, onPlace, pause } = options
  const key = `wait-ticket ${streamId}`
  let ticket = storage?.getItem(key) ?? undefined
  try {
    for (;;) {
      try {
        const answer = await api('waitForPlace', {
          params: { streamId },
          body: ticket === undefined ? {} : { ticket },
          signal,
          ...(sessionToken !== undefined && { token: sessionToken }),
        })
        ticket = answer.ticket
        if (answer.admitted) {
          storage?.removeItem(key)
          return answer.admitted
        }
        onPlace({ place: answer.place, waiting: answer.waiting, endsAt: answer.endsAt })
        store(storage, key, ticket)
      } catch (error) {
        if (!isPassing(error)) throw error
      }
      await pause()
      signal.throwIfAborted()
    }
  } finally {
    onPlace(null)
  }
}

/** The server could not be reached, has too much to do, or has had too many calls from here. */
function isPassing(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.code === 'rate_limited')
}

function store(storage: LineOptions['storage'], key: string, ticket: string): void {
  try {
    storage?.setItem(key, ticket)
  } catch {
    // The storage is full: after a reload the viewer is the last in line.
  }
}
