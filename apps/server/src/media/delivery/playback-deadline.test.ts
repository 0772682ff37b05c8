import { once } from 'node:events'
import { connect } from 'node:net'
import { HlsStream } from '@waggle/media/hls/hls-stream'
import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { encode } from '../../../../../packages/media/src/hls/testing/encoder.ts'
import { readPlaylist } from '../../../../../packages/media/src/hls/testing/playlist-checker.ts'
import { createHttp } from '../../http/http.ts'
import { noEgress } from '../../testing/core/no-egress.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { playbackRoutes } from './playback.ts'

const segmentMs = 2000

afterEach(() => void vi.restoreAllMocks())

/** For how long after its last frame a segment is listed, and can be requested, in milliseconds of media time. */
async function timesOfSegment(): Promise<{ listedMs: number; heldMs: number }> {
  const media = await encode({ seconds: 44, gopFrames: 60, bFrames: 0, audio: false })
  const hls = new HlsStream({ firstSequence: 1 })
  const source = hls.addRendition('source')
  const get = async (path: string) => hls.handle({ path, query: new URLSearchParams() })
  let uri: string | undefined
  let closedAtMs = 0
  let listedUntilMs = 0
  for (const medium of media) {
    if ('config' in medium) {
      source.config(medium.config)
      continue
    }
    const { dtsMs } = medium.sample
    source.sample(medium.sample)
    if (!hls.isReady) continue
    const { segments } = readPlaylist(String((await get('source/media.m3u8')).body))
    if (uri === undefined) {
      uri = segments.find((segment) => segment.uri !== undefined)?.uri
      closedAtMs = dtsMs
    }
    if (segments.some((segment) => segment.uri === uri)) listedUntilMs = dtsMs
    if ((await get(`source/${uri}`)).status !== 200) {
      return { listedMs: listedUntilMs - closedAtMs, heldMs: dtsMs - closedAtMs }
    }
  }
  throw new Error('the segment never expired')
}

/** After how long the site aborts a response that its client has stopped reading. */
async function deadlineMs(): Promise<number> {
  const body = Buffer.alloc(24 * 1024 * 1024)
  const ingest = { find: () => ({ hls: { handle: () => ({ status: 200, headers: {}, body }) } }) }
  const app = createHttp(pino({ level: 'silent' }))
  playbackRoutes(app, { egress: noEgress }, ingest as unknown as Ingest, undefined)
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const socket = connect(Number(address.port), '127.0.0.1')
  const reset = once(socket, 'error')
  socket.on('error', () => undefined)
  socket.write('GET /live/k3f9x2m7q1w8e5r4t6y0/source/seg-1.m4s HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'data')
  socket.pause()
  const [deadline, ...others] = timers.mock.calls
  expect(others).toEqual([])
  // This timer ends the connection.
  deadline?.[0]()
  socket.resume()
  expect((await reset)[0]).toMatchObject({ code: 'ECONNRESET' })
  await app.close()
  return deadline?.[1] ?? 0
}

it('[F10] a response is aborted when its media has left the window by more than two segments, and not before', async () => {
  const { listedMs, heldMs } = await timesOfSegment()
  const endedAfterMs = await deadlineMs()
  expect(endedAfterMs).toBeGreaterThanOrEqual(listedMs + 2 * segmentMs)
  expect(endedAfterMs).toBeLessThanOrEqual(heldMs)
})
