/** How long an edge that failed is left alone. It doubles with every failure. */
const avoidFirstMs = 60_000
const avoidLongestMs = 60 * 60_000
/** How long no second request is sent for a late one after that has brought nothing. It doubles, too. */
const patienceFirstMs = 5000
const patienceLongestMs = 60_000

export interface EdgeChoice {
  /** The servers to ask, in this order: two at most. The site itself is ''. */
  servers(): readonly string[]
  /** Whether a request that is late may be sent to the second server as well. */
  canHedge(): boolean
  /** The second server was asked too, and neither has answered sooner for it. */
  hedgedInVain(): void
  /** `better` has answered what `failed` has not, or not yet. */
  failed(failed: string, better: string): void
  /** The edges that may be asked again, so that playback can leave the site itself. */
  returning(): readonly string[]
  /** This edge answers again. */
  returned(edge: string): void
}

/**
 * Chooses which edge serves a viewer (rule PLAYER-21): one at random, so that viewers are spread, and the site itself when no edge
 * serves. `random` returns numbers from 0 to below 1.
 */
export function createEdgeChoice(
  edges: readonly string[],
  { now, random = Math.random }: { now: () => number; random?: () => number },
): EdgeChoice {
  const site = ''
  let order = edges
    .map((edge) => ({ edge, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ edge }) => edge)
  /** The edges that failed and have not returned, and until when they are left alone. */
  const away = new Map<string, number>()
  const avoidMs = new Map<string, number>()
  let patientUntilMs = 0
  let patienceMs = patienceFirstMs

  /** The edge that is used stays first: a viewer moves only for a reason. */
  const usable = () => [...order.filter((edge) => !away.has(edge)), site]

  return {
    servers: () => usable().slice(0, 2),
    canHedge: () => usable().length > 1 && now() >= patientUntilMs,
    hedgedInVain() {
      patientUntilMs = now() + patienceMs
      patienceMs = Math.min(patienceMs * 2, patienceLongestMs)
    },
    failed(failed, better) {
      patienceMs = patienceFirstMs
      // The site itself is the last resort: there is nothing to leave it for. Of several requests that were late, one counts.
      if (failed === site || away.has(failed)) return
      const forMs = avoidMs.get(failed) ?? avoidFirstMs
      away.set(failed, now() + forMs)
      avoidMs.set(failed, Math.min(forMs * 2, avoidLongestMs))
      if (better !== site) order = [better, ...order.filter((edge) => edge !== better)]
    },
    returning: () => (usable()[0] === site ? order.filter((edge) => (away.get(edge) ?? 0) <= now()) : []),
    returned(edge) {
      away.delete(edge)
    },
  }
}
