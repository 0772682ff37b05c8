import { MoqBroadcast } from '@waggle/media/moq/broadcast/moq-broadcast'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gopFrames, sendVideo, videoConfig } from '../../../../../../packages/media/src/moq/testing/media.ts'
import { joinRaw } from '../../../../../../packages/media/src/moq/testing/moq-peer.ts'
import type { Joined } from '../../../../../../packages/media/src/moq/testing/socket-pair.ts'
import type { FromWorker } from './messages.ts'
import { Session } from './session.ts'

let broadcast: MoqBroadcast
let joined: Joined

/** A WebSocket to the broadcast, with all bytes in memory. */
class MemorySocket {
  static readonly OPEN = 1
  readonly readyState = MemorySocket.OPEN
  onopen: (() => void) | undefined
  onmessage: ((event: { data: ArrayBuffer }) => void) | undefined

  constructor() {
    joined = joinRaw(broadcast)
    joined.socket.onMessage = (message) => this.onmessage?.({ data: new Uint8Array(message).buffer })
    queueMicrotask(() => this.onopen?.())
  }

  send(message: Uint8Array): void {
    joined.viewer.receive(message)
  }

  close(): void {
    joined.viewer.disconnected()
  }
}

/** Has a picture for every frame, at once. */
class InstantDecoder {
  static isConfigSupported = async () => ({ supported: true })
  readonly state = 'configured'
  readonly #output: (picture: object) => void

  constructor({ output }: { output: (picture: object) => void }) {
    this.#output = output
  }

  configure(): void {}

  decode({ timestamp }: { timestamp: number }): void {
    this.#output({ timestamp, close: () => undefined })
  }

  close(): void {}
}

beforeEach(() => {
  broadcast = new MoqBroadcast({ path: 'abc', tooSlowCode: 4005, now: Date.now })
  vi.stubGlobal('WebSocket', MemorySocket)
  vi.stubGlobal('VideoDecoder', InstantDecoder)
  vi.stubGlobal(
    'EncodedVideoChunk',
    class {
      constructor(chunk: object) {
        Object.assign(this, chunk)
      }
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

test('[PLAYER-16, PLAYER-20] a viewer whom the server skips gets a lower quality at once', async () => {
  // Then the catalog knows both tracks.
  const known = 2 * gopFrames + 3
  const low = broadcast.addRendition('360p')
  for (const sink of [broadcast.source, low]) {
    sink.config(videoConfig)
    sendVideo(sink, 0, known)
  }
  const told: FromWorker[] = []
  const open = { address: 'ws://site.example', relay: undefined, streamId: 'abc', token: 't', sink: undefined }
  const session = new Session({ type: 'open', ...open }, (message) => told.push(message), Date.now)
  const playing = () => told.findLast((message) => message.type === 'playing-track')?.track
  await expect.poll(playing).toBe('source/1')

  joined.socket.isStalled = true
  sendVideo(broadcast.source, known, 14 * gopFrames + 1, { bytes: 50_000 })
  sendVideo(low, known, 14 * gopFrames + 1)
  // The broadcast sends in a microtask.
  await new Promise((resolve) => setImmediate(resolve))
  joined.socket.isStalled = false
  joined.socket.drain()
  joined.viewer.send()
  // Long before anything runs dry: what has arrived takes more than four seconds.
  await expect.poll(playing, { timeout: 3000 }).toBe('360p/1')
  expect(told.filter(({ type }) => type === 'failed' || type === 'starved')).toEqual([])
  session.close()
})
