/** Reads the playlist of a rendition beside the viewers, without the delay that they have. */
export interface PartWitness {
  /** The longest time without a new part that ended in the last `spanMs` before `atMs` (of `Date.now()`), in milliseconds. */
  longestGapMs(atMs: number, spanMs: number): number
  stop(): void
}

/** Of a few minutes: it is asked about stalls soon after they were. */
const keptParts = 1000

/** Notes when the site lists each new part: a viewer's stall after a gap here is the encoder's or the site's, any other is on the way to them. */
export function watchParts(siteUrl: string, streamId: string): PartWitness {
  const listedAtMs: number[] = []
  const abort = new AbortController()
  const address = `${siteUrl}/live/${streamId}/source/media.m3u8`
  const read = async (query: string) => {
    const response = await fetch(`${address}${query}`, { signal: abort.signal })
    const hint = /PRELOAD-HINT:TYPE=PART,URI="part-(\d+)-(\d+)\.m4s/.exec(await response.text())
    if (!hint) throw new Error(`${response.status}: no hint of a next part in ${address}`)
    return hint
  }
  const follow = async () => {
    let [, sequence, part] = await read('')
    while (!abort.signal.aborted) {
      ;[, sequence, part] = await read(`?_HLS_msn=${sequence}&_HLS_part=${part}`)
      listedAtMs.push(Date.now())
      if (listedAtMs.length > keptParts) listedAtMs.shift()
    }
  }
  follow().catch((error: Error) => {
    if (!abort.signal.aborted) console.log(`nobody watches the parts any more: ${error.message}`)
  })
  return {
    longestGapMs(atMs, spanMs) {
      const from = listedAtMs.findLastIndex((listedMs) => listedMs < atMs - spanMs)
      const times = [...listedAtMs.slice(Math.max(0, from)).filter((listedMs) => listedMs < atMs), atMs]
      return Math.max(0, ...times.map((listedMs, index) => listedMs - (times[index - 1] ?? listedMs)))
    },
    stop: () => abort.abort(),
  }
}
