import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectTestPublisher } from '../../../../packages/media/src/rtmp/testing/publisher-client.ts'
import { traversalVectors } from '../testing/core/traversal-vectors.ts'
import { startTestSite, type TestSite } from '../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../testing/test-encoder.ts'

const canary = 'nobody may read this canary'
let site: TestSite
let encoder: TestEncoder
let streamId: string

beforeAll(async () => {
  site = await startTestSite()
  // In the data folder, and in the folder above the web app.
  for (const folder of [site.dataDir, join(site.dataDir, '..')]) await writeFile(join(folder, 'secret.txt'), canary)
  encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  encoder.send(8)
  for (;;) {
    const channel = (await site.request('GET', '/api/streams/info/alice')).json
    streamId = channel.streamId
    if (channel.isLive) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
})
afterAll(async () => {
  await encoder?.close()
  await site?.close()
})

/** Sends the address as it is, without normalising it. */
async function ask(path: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(site.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  let text = ''
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1')
  })
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }
}

async function askAll(pathOf: (vector: string) => string) {
  const answers: { path: string; status: number; text: string }[] = []
  for (let start = 0; start < traversalVectors.length; start += 50) {
    const batch = traversalVectors.slice(start, start + 50).map(async (vector) => {
      const path = pathOf(vector)
      return { path: path.slice(0, 200), ...(await ask(path)) }
    })
    answers.push(...(await Promise.all(batch)))
  }
  return answers
}

function expectNothingRead(answers: { path: string; text: string }[]): void {
  const leaks = answers.filter(({ text }) => /canary|root:.*:0:0:|SQLite format 3|"workspaces"/.test(text))
  expect(leaks.map(({ path }) => path)).toEqual([])
}

describe(`[T9] ${traversalVectors.length} path traversals`, () => {
  it.each([
    ['a stream', (vector: string) => `/live/${vector}/master.m3u8`],
    ['a file of a stream', (vector: string) => `/live/${streamId}/${vector}`],
    ['a rendition', (vector: string) => `/live/${streamId}/${vector}/media.m3u8`],
    ['a stream of the API', (vector: string) => `/api/streams/${vector}`],
    ['a channel', (vector: string) => `/api/channels/${vector}`],
    ['a key', (vector: string) => `/api/hls/key/${streamId}/${vector}`],
  ])('in the place of %s are refused', async (_place, pathOf) => {
    const answers = await askAll(pathOf)
    expectNothingRead(answers)
    // 400 or 404; 401 where a token is required first; 414 and 431 for addresses that are too long. An address whose dots resolve
    // to another path is one of the web app.
    const strange = answers.filter(({ status, text }) => {
      return ![400, 401, 404, 414, 431].includes(status) && !text.includes('<title>Waggle</title>')
    })
    expect(strange.map(({ path, status }) => ({ path, status }))).toEqual([])
  })

  it('in the place of a page or an asset read nothing', async () => {
    expectNothingRead(await askAll((vector) => `/assets/${vector}`))
    expectNothingRead(await askAll((vector) => `/${vector}`))
  })

  it('in the place of an application or a stream key are refused over RTMP', async () => {
    const vectors = traversalVectors.filter((_vector, index) => index % 10 === 0)
    for (const vector of vectors) {
      for (const [app, key] of [
        [vector, 'wgl_x'],
        ['live', vector],
      ] as const) {
        const publisher = await connectTestPublisher(site.rtmpPort, { chunkSizeBytes: 65_536 })
        const code = await publisher.publish(app, key).then(
          (answer) => answer.code,
          () => 'closed',
        )
        expect(['NetStream.Publish.Rejected', 'NetStream.Publish.BadName', 'closed']).toContain(code)
        await publisher[Symbol.asyncDispose]()
      }
    }
    expect((await site.request('GET', '/healthz')).status).toBe(200)
  })
})
