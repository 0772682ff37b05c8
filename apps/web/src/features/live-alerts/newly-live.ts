interface LiveStream {
  id: string
  username: string
}

/**
 * Finds what has gone live since the last list. The first list tells nothing: what is in it was live before. A broadcast is told
 * once, also when it was missing from a list in between.
 */
export function createNewlyLive(): <Stream extends LiveStream>(
  streams: readonly Stream[],
  channels: readonly string[],
) => Stream[] {
  let known: Set<string> | undefined
  return (streams, channels) => {
    const before = known
    known = new Set([...(before ?? []), ...streams.map(({ id }) => id)])
    if (before === undefined) return []
    return streams.filter(({ id, username }) => !before.has(id) && channels.includes(username))
  }
}
