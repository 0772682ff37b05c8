import { createEdgeChoice, type EdgeChoice } from './edge-choice.ts'
import { edgeLoader, type LoaderClass } from './edge-loader.ts'

const probeIntervalMs = 15_000
/** An edge that needs longer for a small playlist is not worth a return. */
const probeTimeoutMs = 1000

/** What the page has seen of its edges: a second player on it does not begin anew. */
let known: { edges: string; choice: EdgeChoice } | undefined

export interface LiveEdges {
  /** For playlists and media. */
  loader: LoaderClass
  close(): void
}

/** Loads a broadcast from the site's edges (rule PLAYER-21). `playlist` is its master playlist. */
export function openLiveEdges(Base: LoaderClass, edges: readonly string[], playlist: string): LiveEdges {
  if (known?.edges !== edges.join()) {
    known = { edges: edges.join(), choice: createEdgeChoice(edges, { now: () => performance.now() }) }
  }
  const { choice } = known
  const abort = new AbortController()
  const timer = setInterval(() => {
    for (const edge of choice.returning()) void probe(edge)
  }, probeIntervalMs)

  async function probe(edge: string): Promise<void> {
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(probeTimeoutMs)])
    const address = edge + new URL(playlist, location.href).pathname
    const answer = await fetch(address, { signal, cache: 'no-store' }).catch(() => undefined)
    if (answer?.ok) choice.returned(edge)
  }

  return {
    loader: edgeLoader(Base, choice, location.href),
    close() {
      abort.abort()
      clearInterval(timer)
    },
  }
}
