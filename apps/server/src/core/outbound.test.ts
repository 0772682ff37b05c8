import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { amfObject } from '@waggle/media/rtmp/amf/amf0'
import { messageTypes } from '@waggle/media/rtmp/chunks/message'
import { encodeCommand } from '@waggle/media/rtmp/session/command'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectTestPublisher } from '../../../../packages/media/src/rtmp/testing/publisher-client.ts'
import { startTestSite, type TestSite } from '../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../testing/test-encoder.ts'

// Node reports every connection and every process started in this process, which the server is part of.

/** A word that occurs in no legitimate argument. */
const marker = `pwned-${randomUUID()}`
const children: ChildProcess[] = []
const ports = new Set<number>()
const names = new Set<string>()
const onChild = (message: unknown) => void children.push((message as { process: ChildProcess }).process)
const onSocket = (message: unknown) => {
  const { socket } = message as { socket: Socket }
  socket.on('connectionAttempt', (address: string, port: number) => {
    ports.add(port)
    names.add(address)
  })
  socket.on('lookup', (_error: unknown, _address: unknown, _family: unknown, name: string) => names.add(name))
}

let site: TestSite
let encoder: TestEncoder
let asked = 0
/** Addresses and commands that an attacker wants the server to call. */
const bait = createServer((_request, response) => {
  asked += 1
  response.end()
})
let phrases: string[]

beforeAll(async () => {
  await new Promise<void>((resolve) => bait.listen(0, '127.0.0.1', resolve))
  const baitUrl = `http://127.0.0.1:${(bait.address() as AddressInfo).port}/${marker}`
  phrases = [
    `$(touch ${marker})`,
    `\`touch ${marker}\``,
    `; touch ${marker} ;`,
    `\n touch ${marker} \n`,
    `' | touch ${marker} #`,
    `-i ${baitUrl}`,
    baitUrl,
    `concat:${baitUrl}|${baitUrl}`,
    `-filter_complex movie=${marker}`,
    `file:///proc/self/environ?${marker}`,
  ]
  subscribe('child_process', onChild)
  subscribe('net.client.socket', onSocket)
  site = await startTestSite()
})
afterAll(async () => {
  await encoder?.close()
  await site?.close()
  unsubscribe('child_process', onChild)
  unsubscribe('net.client.socket', onSocket)
  bait.close()
})

describe('[T10] user input is neither executed nor requested', () => {
  it('as a title, a description, a message, a search, or a name', async () => {
    const token = await site.signIn('alice')
    for (const phrase of phrases) {
      site.nextClient()
      // Pages made of the previous phrase are cached for a while.
      site.moveClock(3_600_000)
      const fields = { title: phrase, description: phrase, category: phrase, language: phrase, tags: [phrase] }
      for (const [name, value] of Object.entries(fields)) {
        await site.request('PUT', '/api/channels/my-channel', { token, body: { [name]: value } })
      }
      const body = { message: phrase, idempotencyKey: randomUUID() }
      await site.request('POST', '/api/chat/messages/alice', { token, body })
      const encoded = encodeURIComponent(phrase)
      const asksFor = ['/api/channels/', '/api/streams/info/', '/api/streams/', '/watch?user=', '/api/streams?search=']
      const addresses = [...asksFor, '/api/oembed?url=', '/directory?search='].map((path) => path + encoded)
      const page = '/watch?user=alice'
      for (const path of [...addresses, page, `/api/oembed?url=${encodeURIComponent(site.url + page)}`]) {
        expect((await site.request('GET', path)).status).toBeLessThan(500)
      }
      await site.request('POST', '/api/auth/hive', { body: { username: phrase, challenge: phrase, signature: phrase } })
    }
    const { json } = await site.request('GET', '/api/channels/alice')
    expect(json.title).toContain(marker)
  })

  it('as an application, a key or the settings of an encoder', async () => {
    for (const phrase of phrases) {
      const publisher = await connectTestPublisher(site.rtmpPort, { chunkSizeBytes: 4096 })
      const { code } = await publisher.publish(phrase, phrase)
      expect(code).toBe('NetStream.Publish.Rejected')
      await publisher[Symbol.asyncDispose]()
    }
    const publisher = await connectTestPublisher(site.rtmpPort, { chunkSizeBytes: 4096 })
    const { code } = await publisher.publish('live', await site.streamKey('bob'))
    expect(code).toBe('NetStream.Publish.Start')
    for (const phrase of phrases) {
      const values = amfObject({ encoder: phrase, filename: phrase, url: phrase, width: phrase })
      publisher.send({ ...encodeCommand(1, '@setDataFrame', 0, 'onMetaData', values), type: messageTypes.dataAmf0 }, 4)
    }
    await publisher[Symbol.asyncDispose]()
  })

  it('and the arguments of ffmpeg contain none of it', async () => {
    encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
    const before = children.length
    encoder.send(8)
    while (children.length === before) await new Promise((resolve) => setTimeout(resolve, 20))
    for (const { spawnargs } of children) {
      // Behind the programs that take its privileges away.
      expect(spawnargs).toContain('ffmpeg')
      expect(spawnargs.join(' ')).not.toContain(marker)
    }
  })

  it('so the only connections are to the site itself, and no file is written', async () => {
    const own = [Number(new URL(site.url).port), site.rtmpPort]
    expect([...ports].filter((port) => !own.includes(port))).toEqual([])
    expect([...names].filter((name) => !['127.0.0.1', '::1', 'localhost'].includes(name))).toEqual([])
    expect(asked).toBe(0)
    const folders = [process.cwd(), site.dataDir, import.meta.dirname]
    const files = (await Promise.all(folders.map((folder) => readdir(folder)))).flat()
    expect(files.filter((file) => file.includes(marker))).toEqual([])
  })
})
