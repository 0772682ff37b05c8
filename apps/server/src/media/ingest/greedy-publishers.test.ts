import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { avcFrame, avcHeader, videoMessage } from '../../../../../packages/media/src/rtmp/testing/media-messages.ts'
import {
  connectTestPublisher,
  type TestPublisher,
} from '../../../../../packages/media/src/rtmp/testing/publisher-client.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { signAs } from '../../testing/site.ts'

const names = ['alice', 'bob', 'carol', 'dave']
const frameBytes = 100_000
/** 200 Mbit/s. */
const frameMs = 4
const framesMax = 1500
/** What a publisher keeps ready, so that the server decides how fast it is read. */
const waitingMaxBytes = 2_000_000
const reason =
  'The encoder sends more than 2000 kbit/s, the most that this site takes. Lower its bitrate and start again.'

let server: ServerProcess
beforeAll(async () => {
  server = await startServerProcess({ env: { WAGGLE_OPERATORS: 'alice' } })
  const token = await server.signIn('alice')
  const call = async (method: string, path: string, body?: unknown) =>
    (await server.request(method, path, { token, ...(body !== undefined && { body }) })).json
  const { challenge } = await call('GET', '/api/auth/challenge?purpose=operate&username=alice')
  await call('POST', '/api/operate/rights', {
    ...{ username: 'alice', challenge },
    signature: await signAs('alice', challenge),
  })
  const stored = await call('GET', '/api/operate/admission')
  const value = { maxKilobitsPerSecond: 2000 }
  await call('PUT', '/api/operate/admission', { ...stored, broadcasters: { ...stored.broadcasters, value } })
})
afterAll(() => server?.close())

/** Linux's own count of the memory that the process has, in megabytes. */
function residentMegabytes(): number {
  const status = readFileSync(`/proc/${server.child().pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

it('[ADMIT-5] [T35] four publishers that push as fast as they can are ended, told, and cost bounded memory', async () => {
  const clients: { publisher: TestPublisher; frames: number; isClosed: boolean }[] = []
  for (const name of names) {
    const publisher = await connectTestPublisher(server.rtmpPort, { chunkSizeBytes: 65_536 })
    const answer = await publisher.publish('live', await server.streamKey(name))
    expect(answer.code).toBe('NetStream.Publish.Start')
    publisher.send(videoMessage(avcHeader()), 6)
    const client = { publisher, frames: 0, isClosed: false }
    clients.push(client)
    void publisher.whenClosed.then(() => {
      client.isClosed = true
    })
  }
  const before = residentMegabytes()
  let most = before
  while (clients.some(({ isClosed, frames }) => !isClosed && frames < framesMax)) {
    for (const client of clients) {
      while (!client.isClosed && client.frames < framesMax && client.publisher.unsentBytes < waitingMaxBytes) {
        const frame = avcFrame(client.frames % 50 === 0, 0, frameBytes)
        client.publisher.send(videoMessage(frame, client.frames * frameMs), 6)
        client.frames += 1
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
    most = Math.max(most, residentMegabytes())
  }
  for (const { publisher } of clients) {
    expect(publisher.received.filter(({ payload }) => Buffer.from(payload).includes(reason))).toHaveLength(1)
    await publisher[Symbol.asyncDispose]()
  }
  // At most 12 MB of each are read before it is told; without a limit the process grew by 1,164 MB.
  expect(most - before).toBeLessThan(200)
})
