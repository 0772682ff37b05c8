/** Somebody who watches a stream. Times are milliseconds since 1970. */
export interface Viewing {
  viewerId: string
  firstSeenMs: number
  lastSeenMs: number
  /** Who has not been seen again by then has gone, at some time since. */
  untilMs: number
}

/** Who watches which stream, with names that mean nothing: what time spent watching is counted from. */
export interface Audience {
  /** Notes a sign of life. `firstSeenMs` stays that of the first one since the viewer was last forgotten. */
  note(streamId: string, viewerId: string, lastSeenMs: number, untilMs: number): Promise<void>
  /** As `note` for many at once, but of those only who are still listed. */
  extend(streamId: string, viewerIds: readonly string[], lastSeenMs: number, untilMs: number): Promise<void>
  list(streamId: string): Promise<Viewing[]>
  forget(streamId: string, viewerIds: readonly string[]): Promise<void>
}

/** For one process. `sweep` drops streams that nobody asks about any more. */
export function createMemoryAudience(): Audience & { sweep(beforeMs: number): void } {
  const streams = new Map<string, Map<string, Viewing>>()
  return {
    async note(streamId, viewerId, lastSeenMs, untilMs) {
      const viewings = streams.get(streamId) ?? new Map<string, Viewing>()
      streams.set(streamId, viewings)
      const firstSeenMs = viewings.get(viewerId)?.firstSeenMs ?? lastSeenMs
      viewings.set(viewerId, { viewerId, firstSeenMs, lastSeenMs, untilMs })
    },
    async extend(streamId, viewerIds, lastSeenMs, untilMs) {
      const viewings = streams.get(streamId)
      for (const viewerId of viewerIds) {
        const viewing = viewings?.get(viewerId)
        if (viewing) viewings?.set(viewerId, { ...viewing, lastSeenMs, untilMs })
      }
    },
    async list(streamId) {
      return [...(streams.get(streamId)?.values() ?? [])]
    },
    async forget(streamId, viewerIds) {
      const viewings = streams.get(streamId)
      for (const viewerId of viewerIds) viewings?.delete(viewerId)
      if (viewings?.size === 0) streams.delete(streamId)
    },
    sweep(beforeMs) {
      for (const [streamId, viewings] of streams) {
        if ([...viewings.values()].every(({ untilMs }) => untilMs < beforeMs)) streams.delete(streamId)
      }
    },
  }
}
