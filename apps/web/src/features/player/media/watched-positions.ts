type PositionStorage = Pick<Storage, 'getItem' | 'setItem'>

const key = 'waggle.replays'
const maxKept = 100
/** So close to the beginning or the end there is nothing to continue. */
const edgeSeconds = 15

export interface WatchedPositions {
  /** Where the viewer left a recording; undefined at its beginning, and once it was watched to its end. */
  find(streamId: string): number | undefined
  save(streamId: string, seconds: number, lengthSeconds: number): void
}

/** Where this browser's viewer left each recording, the latest last. Without storage nothing is remembered. */
export function createWatchedPositions(storage: () => PositionStorage = () => localStorage): WatchedPositions {
  function read(): [string, number][] {
    try {
      const stored: unknown = JSON.parse(storage().getItem(key) ?? '[]')
      return Array.isArray(stored) ? stored.filter(isPosition) : []
    } catch {
      return []
    }
  }

  return {
    find: (streamId) => read().find(([id]) => id === streamId)?.[1],
    save(streamId, seconds, lengthSeconds) {
      const others = read().filter(([id]) => id !== streamId)
      const isInside = seconds >= edgeSeconds && seconds <= lengthSeconds - edgeSeconds
      const kept = isInside ? [...others, [streamId, Math.floor(seconds)]].slice(-maxKept) : others
      try {
        storage().setItem(key, JSON.stringify(kept))
      } catch {
        // The storage is full or forbidden.
      }
    },
  }
}

function isPosition(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && Number.isFinite(entry[1])
}
