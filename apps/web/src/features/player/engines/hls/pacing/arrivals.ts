/** How far back arrivals count. Long enough to hold the rare late one, short enough to follow a network that has become better. */
const windowMs = 60_000
/** How far back the live edge is looked for. Clocks of encoder and browser do not part noticeably in this time. */
const edgeWindowMs = 30_000
/** The share of late arrivals that is left to chance: should they make playback stall, that moves it back too. */
const chanceShare = 0.02
/** Media this late is an interruption: no delay that anybody would want bridges it, so it says nothing about the usual jitter. */
const interruptionSeconds = 1.5
/** While a page starts, its own work makes media late. */
const settleMs = 2000
/** Playlist and buffer round times differently. */
const toleranceSeconds = 0.1

export interface Arrivals {
  /** The playlist lists media up to this time, in seconds of the timeline. */
  recordEdge(edgeSeconds: number): void
  /** Media has been buffered; the buffer now ends here. */
  recordBuffered(endSeconds: number): void
  /** The live edge now, in seconds of the timeline; undefined before the first playlist. */
  edgeSeconds(): number | undefined
  /**
   * The least distance to the live edge at which no recent arrival would have come too late, except the few latest, which are chance.
   * Undefined before there are two.
   */
  neededSeconds(): number | undefined
  /** How many arrivals `neededSeconds` rests on. */
  count(): number
  /** The timeline has a break: what is known no longer holds. */
  restart(): void
}

/**
 * Measures how regularly the media of a live stream arrives.
 *
 * The live edge advances with the clock. What a playlist lists is at the edge or, when the playlist came late, behind it; so the edge is
 * the line through the earliest ones. While a part is on its way, the edge moves away from the end of the buffer. How far it is away when
 * the part has been buffered is the distance that a player needs in order not to run dry before.
 */
export function createArrivals(now: () => number = () => performance.now()): Arrivals {
  /** Edge minus clock, in seconds. */
  let edges: { atMs: number; offsetSeconds: number }[] = []
  let arrivals: { atMs: number; seconds: number }[] = []
  let newestEdgeSeconds = Number.NaN
  let bufferEndSeconds = Number.NaN
  /** The buffer has reached the edge. Before that, media is loaded that has been there for a while, which says nothing about its arrival. */
  let isAtEdge = false
  let settledAtMs: number | undefined

  function recent<Entry extends { atMs: number }>(entries: Entry[], ms: number): Entry[] {
    return entries.filter(({ atMs }) => atMs > now() - ms)
  }

  function edgeSeconds(): number | undefined {
    if (edges.length === 0) return undefined
    return now() / 1000 + Math.max(...edges.map(({ offsetSeconds }) => offsetSeconds))
  }

  function restart(): void {
    edges = []
    arrivals = []
    newestEdgeSeconds = Number.NaN
    bufferEndSeconds = Number.NaN
    isAtEdge = false
    settledAtMs = undefined
  }

  return {
    recordEdge(seconds) {
      newestEdgeSeconds = seconds
      edges = [...recent(edges, edgeWindowMs), { atMs: now(), offsetSeconds: seconds - now() / 1000 }]
    },
    recordBuffered(endSeconds) {
      const edge = edgeSeconds()
      const previousEndSeconds = bufferEndSeconds
      bufferEndSeconds = endSeconds
      if (edge === undefined) return
      const isNew = endSeconds > previousEndSeconds + toleranceSeconds
      if (isNew && isAtEdge && settledAtMs !== undefined && now() >= settledAtMs) {
        const seconds = edge - previousEndSeconds
        if (seconds < interruptionSeconds) arrivals = [...recent(arrivals, windowMs), { atMs: now(), seconds }]
        else isAtEdge = false
      }
      if (endSeconds < newestEdgeSeconds - toleranceSeconds) return
      isAtEdge = true
      settledAtMs ??= now() + settleMs
    },
    edgeSeconds,
    neededSeconds() {
      arrivals = recent(arrivals, windowMs)
      const latestFirst = arrivals.map(({ seconds }) => seconds).sort((a, b) => b - a)
      return latestFirst[Math.max(1, Math.floor(arrivals.length * chanceShare))]
    },
    count: () => recent(arrivals, windowMs).length,
    restart,
  }
}
