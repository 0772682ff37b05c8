import { setTimeout as wait } from 'node:timers/promises'
import { hostOf, openSocket, type Target } from './target.ts'

export interface ViewersReport {
  /** Parts that were published during the measurement. */
  parts: number
  /** The share of all parts for all viewers that arrived. */
  deliveredShare: number
  /** From the first sign of a part at any viewer to its last byte at each, in milliseconds. */
  delaysMs: number[]
  refusals: string[]
  bytes: number
  /** The longest time, for each viewer, in which no part arrived. */
  longestGapsMs: number[]
  /** How often, over all viewers, no part arrived for longer than a player at the least delay has ahead. */
  stalls: number
}

/** How far behind the live edge a player is while media arrives steadily (rule PLAYER-18). One that has stalled stays up to 3 s behind. */
const leastLatencyMs = 850

/**
 * Watches a rendition as `viewerCount` low-latency players do: each requests the playlist with blocking reload, fetches the new part, and
 * requests the playlist again. `path` is the rendition's folder, with a slash at its end. A viewer whose connection ends opens another one.
 * `addressOf` says which address of this machine each viewer has.
 */
export async function watchWithBlockingReload(
  target: Target,
  path: string,
  viewerCount: number,
  settleMs: number,
  measureMs: number,
  addressOf?: (viewer: number) => string,
): Promise<ViewersReport> {
  const firstSeenMs = new Map<string, number>()
  const delaysMs: number[] = []
  const refusals: string[] = []
  const got = new Map<string, number>()
  const longestGapsMs = Array.from({ length: viewerCount }, () => 0)
  let bytes = 0
  let stalls = 0
  let isOver = false
  let isMeasuring = false

  async function watch(viewer: number): Promise<void> {
    let lastPartMs = performance.now()
    const notePart = (atMs: number) => {
      if (isMeasuring) {
        longestGapsMs[viewer] = Math.max(longestGapsMs[viewer] ?? 0, atMs - lastPartMs)
        if (atMs - lastPartMs > leastLatencyMs) stalls += 1
      }
      lastPartMs = atMs
    }
    while (!isOver) {
      try {
        await watchOverOneConnection({ ...target, ...(addressOf && { localAddress: addressOf(viewer) }) }, notePart)
      } catch (error) {
        refusals.push((error as Error).message)
        await wait(reconnectMs)
      }
    }
    notePart(performance.now())
  }

  async function watchOverOneConnection(place: Target, notePart: (atMs: number) => void): Promise<void> {
    using connection = await open(place)
    let { hint } = parsePlaylist((await connection.get(`${path}media.m3u8`)).text())
    while (!isOver) {
      const { sequence, part } = hint
      const query = `_HLS_msn=${sequence}&_HLS_part=${part}&_HLS_skip=YES`
      const playlist = await connection.get(`${path}media.m3u8?${query}`)
      if (playlist.status !== 200) {
        refusals.push(`${playlist.status} playlist`)
        continue
      }
      const listed = parsePlaylist(playlist.text())
      hint = listed.hint
      for (const { uri, ...place } of listed.parts) {
        if (place.sequence < sequence || (place.sequence === sequence && place.part < part)) continue
        // The part became known with the first byte of the first response that lists it.
        firstSeenMs.set(uri, Math.min(firstSeenMs.get(uri) ?? Number.POSITIVE_INFINITY, playlist.firstByteMs))
        const sinceMs = performance.now() - (firstSeenMs.get(uri) ?? 0)
        const media = await connection.get(`${path}${uri}`)
        bytes += media.bytes
        // Parts are kept for six target durations: a viewer who requests one later was too slow, not the server.
        if (media.status !== 200) refusals.push(`${media.status} part requested after ${(sinceMs / 1000).toFixed(0)} s`)
        else {
          got.set(uri, (got.get(uri) ?? 0) + 1)
          notePart(media.lastByteMs)
          if (isMeasuring) delaysMs.push(media.lastByteMs - (firstSeenMs.get(uri) ?? media.lastByteMs))
        }
      }
    }
  }

  // Viewers join one after the other, over half of the time to settle.
  const viewers = Array.from({ length: viewerCount }, async (_, index) => {
    await new Promise((resolve) => setTimeout(resolve, (index / viewerCount) * (settleMs / 2)))
    await watch(index)
  })
  const broken = Promise.all(viewers)
  await Promise.race([new Promise((resolve) => setTimeout(resolve, settleMs)), broken])
  isMeasuring = true
  const before = new Set(got.keys())
  bytes = 0
  await Promise.race([new Promise((resolve) => setTimeout(resolve, measureMs)), broken])
  const measuredBytes = bytes
  isOver = true
  await broken
  // The end of the measurement cut the newest parts off.
  const parts = [...got].filter(([uri]) => !before.has(uri)).slice(0, -3)
  const delivered = parts.reduce((sum, [, count]) => sum + count, 0)
  return {
    parts: parts.length,
    deliveredShare: delivered / (parts.length * viewerCount),
    delaysMs,
    refusals,
    bytes: measuredBytes,
    longestGapsMs,
    stalls,
  }
}

interface Place {
  sequence: number
  part: number
}

interface Listed {
  hint: Place
  parts: (Place & { uri: string })[]
}

/** Every viewer receives the same bytes, which are parsed once. */
const parsed = new Map<string, Listed>()

function parsePlaylist(playlist: string): Listed {
  const known = parsed.get(playlist)
  if (known) return known
  const hint = /PRELOAD-HINT:TYPE=PART,URI="part-(\d+)-(\d+)\.m4s/.exec(playlist)
  if (!hint) throw new Error(`no hint in ${playlist.slice(-300)}`)
  const tags = [...playlist.matchAll(/#EXT-X-PART:[^\n]*URI="(part-(\d+)-(\d+)\.m4s)"/g)]
  const listed = {
    hint: { sequence: Number(hint[1]), part: Number(hint[2]) },
    parts: tags.map(([, uri = '', sequence, part]) => ({ uri, sequence: Number(sequence), part: Number(part) })),
  }
  if (parsed.size > 100) parsed.clear()
  parsed.set(playlist, listed)
  return listed
}

interface Response {
  status: number
  bytes: number
  firstByteMs: number
  lastByteMs: number
  /** The body, for text responses. */
  text(): string
}

const reconnectMs = 500

/** A keep-alive connection that reads one response after the other, and only counts the bytes of media. */
async function open(target: Target): Promise<{ get(path: string): Promise<Response> } & Disposable> {
  const socket = openSocket(target, (bytes) => receive(bytes))
  await new Promise((resolve, reject) => {
    socket.once(target.isSecure ? 'secureConnect' : 'connect', resolve).once('error', reject)
  })
  let head: Buffer = Buffer.alloc(0)
  let bodyLeft = -1
  let chunks: Buffer[] = []
  let answer: Omit<Response, 'text'> = { status: 0, bytes: 0, firstByteMs: 0, lastByteMs: 0 }
  let isText = false
  let waiting: { resolve(response: Response): void; reject(error: Error): void } | undefined

  function receive(data: Buffer): void {
    if (bodyLeft < 0) {
      if (head.length === 0) answer = { status: 0, bytes: 0, firstByteMs: performance.now(), lastByteMs: 0 }
      head = Buffer.concat([head, data])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const text = head.toString('latin1', 0, end).toLowerCase()
      answer.status = Number(text.slice(9, 12))
      bodyLeft = Number(/content-length: *(\d+)/.exec(text)?.[1] ?? 0)
      isText = !text.includes('video/mp4')
      data = head.subarray(end + 4)
      head = Buffer.alloc(0)
    }
    bodyLeft -= data.length
    answer.bytes += data.length
    if (isText) chunks.push(Buffer.from(data))
    if (bodyLeft > 0) return
    bodyLeft = -1
    const body = chunks
    chunks = []
    const done = waiting
    waiting = undefined
    done?.resolve({ ...answer, lastByteMs: performance.now(), text: () => Buffer.concat(body).toString('latin1') })
  }
  socket.on('error', (error) => waiting?.reject(error))
  let isClosed = false
  socket.on('close', () => {
    isClosed = true
    waiting?.reject(new Error('the server closed the connection'))
  })
  return {
    get(path) {
      return new Promise((resolve, reject) => {
        if (isClosed) reject(new Error('the server closed the connection'))
        waiting = { resolve, reject }
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostOf(target)}\r\n\r\n`)
      })
    },
    [Symbol.dispose]: () => socket.destroy(),
  }
}
