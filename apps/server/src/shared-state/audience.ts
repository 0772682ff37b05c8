/** One viewer of a stream. Times are milliseconds since 1970. */
export interface Viewing {
  viewerId: string
  firstSeenMs: number
  lastSeenMs: number
  /** A viewer who has not been seen again by then has left, some time after `lastSeenMs`. */
  untilMs: number
}

/** The viewers of each stream, under meaningless ids. Watch time is counted from this. */
export interface Audience {
  /** Records that a viewer was seen. `firstSeenMs` stays the first time since the viewer was last removed. */
  record(streamId: string, viewerId: string, lastSeenMs: number, untilMs: number): Promise<void>
  /** Like `record` for many viewers, but ignores those who are not listed any more. */
  extend(streamId: string, viewerIds: readonly string[], lastSeenMs: number, untilMs: number): Promise<void>
  list(streamId: string): Promise<Viewing[]>
  remove(streamId: string, viewerIds: readonly string[]): Promise<void>
}

/** For one process. `sweep` drops streams whose viewers have all left before the given time. */
export function createMemoryAudience(): Audience & { sweep(beforeMs: number): void } {
  const streams = new Map<string, Map<string, Viewing>>()
  return {
    async record(streamId, viewerId, lastSeenMs, untilMs) {
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
    async remove(streamId, viewerIds) {
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
