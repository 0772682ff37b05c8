interface LiveStream {
  id: string
  username: string
}

/**
 * Finds the streams of `channels` that have gone live since the previous list. Everything in the first list was live before. A
 * broadcast is found once, even if it is missing from a list in between.
 */
export function createNewlyLiveFinder(): <Stream extends LiveStream>(
  streams: readonly Stream[],
  channels: readonly string[],
) => Stream[] {
  let knownIds: Set<string> | undefined
  return (streams, channels) => {
    const previousIds = knownIds
    knownIds = new Set([...(previousIds ?? []), ...streams.map(({ id }) => id)])
    if (previousIds === undefined) return []
    return streams.filter(({ id, username }) => !previousIds.has(id) && channels.includes(username))
  }
}
