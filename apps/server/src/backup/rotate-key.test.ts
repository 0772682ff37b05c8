import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { keyNumberAt } from '@waggle/contract/playback/hls-keys'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { fingerprintOf, openSecrets } from '../lib/secrets.ts'
import { removeFolder, temporaryFolder } from '../testing/engines/private-process.ts'
import { startServerProcess } from '../testing/server-process.ts'
import { signAs } from '../testing/site-client.ts'
import { connectEncoder } from '../testing/test-encoder.ts'
import { rotateMasterKey } from './rotate-key.ts'

const dayMs = 24 * 60 * 60_000

async function newSite() {
  const dataDir = await temporaryFolder('rotation')
  onTestFinished(() => removeFolder(dataDir))
  const keys = async () => (await readFile(join(dataDir, 'master.key'), 'utf8')).trim().split('\n')
  return { dataDir, keys }
}

/** Receives webhooks, with their headers. */
async function startReceiver() {
  const received: { headers: Record<string, unknown>; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    received.push({ headers: request.headers, body })
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received }
}

describe('[OPS-21] a rotation of the master key', () => {
  it('is in effect on a running process, and ends no session, stream key, token, webhook, overlay or recording', async () => {
    const site = await newSite()
    const receiver = await startReceiver()
    const server = await startServerProcess({ env: { WAGGLE_DATA_DIR: site.dataDir, WAGGLE_WEBHOOKS: 'loopback' } })
    onTestFinished(() => server.close())
    const token = await server.signIn('alice')
    const streamKey = await server.streamKey('alice')
    const call = (method: string, path: string, body?: unknown) =>
      server.request(method, path, { token, ...(body !== undefined && { body }) })
    const webhook = (await call('POST', '/api/channels/my-channel/webhooks', { url: receiver.url, events: ['follow'] }))
      .json
    const overlay = (await call('POST', '/api/channels/my-channel/overlay/address')).json
    const encoder = await connectEncoder(server.rtmpPort, streamKey)
    encoder.send(8)
    const info = async () => (await call('GET', '/api/streams/info/alice')).json
    await expect.poll(async () => (await info()).isLive).toBe(true)
    const { streamId } = await info()
    const hls = (await call('POST', `/api/hls/token/${streamId}`)).json
    const number = keyNumberAt(Date.now())
    const periodKey = async () => {
      const answer = await fetch(`${server.url}/api/hls/key/${streamId}/${number}?token=${hls.token}`)
      return { status: answer.status, key: Buffer.from(await answer.arrayBuffer()).toString('hex') }
    }
    const keyBefore = await periodKey()
    expect(keyBefore).toEqual({ status: 200, key: expect.stringMatching(/^[0-9a-f]{32}$/) })
    const { challenge } = (await call('GET', '/api/auth/challenge')).json
    await encoder.close()
    const [oldKey] = await site.keys()

    const { fromMs, isNew } = await rotateMasterKey(site, { inSeconds: 3, nowMs: Date.now() })
    expect(isNew).toBe(true)
    expect((await site.keys()).map((line) => line.slice(64))).toEqual(['', expect.stringMatching(/^ until /)])
    expect((await site.keys())[1]).toContain(oldKey)
    // A stream key that is made from then on needs the new master key.
    await expect.poll(() => Date.now(), { timeout: 30_000 }).toBeGreaterThan(fromMs + 2000)
    const newest = await openSecrets(site.dataDir)
    const hashes = async () => {
      const db = await openDatabase(site)
      const rows = await db.selectFrom('stream_keys').select(['username', 'key_hash']).execute()
      await db.destroy()
      return Object.fromEntries(rows.map(({ username, key_hash }) => [username, key_hash]))
    }
    const hashOf = (secret: Uint8Array, key: string) => createHmac('sha256', secret).update(key).digest('hex')
    const bobsKey = await server.streamKey('bob')
    expect((await hashes()).bob).toBe(hashOf(newest.streamKey.current, bobsKey))
    expect((await hashes()).alice).not.toBe(hashOf(newest.streamKey.current, streamKey))

    expect((await call('POST', '/api/auth/verify')).status).toBe(200)
    const proof = { username: 'alice', challenge, signature: await signAs('alice', challenge) }
    expect((await call('POST', '/api/auth/hive', proof)).status).toBe(200)
    expect(await periodKey()).toEqual(keyBefore)
    expect((await call('POST', '/api/overlay', overlay)).status).toBe(200)
    const again = await connectEncoder(server.rtmpPort, streamKey)
    expect(again.answer.code).toBe('NetStream.Publish.Start')
    await again.close()
    await call('POST', `/api/channels/my-channel/webhooks/${webhook.webhook.id}/test`)
    const isSigned = () => {
      const key = Buffer.from(webhook.secret.slice('whsec_'.length), 'base64')
      return receiver.received.some(({ headers, body }) => {
        const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
        const signature = createHmac('sha256', key).update(signed).digest('base64')
        return headers['webhook-signature'] === `v1,${signature}`
      })
    }
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    expect(isSigned()).toBe(true)
    await server.killAndRestart()
    expect((await call('POST', '/api/auth/verify')).status).toBe(200)
  })

  it('that was interrupted is completed, not repeated, and one that is waiting is not overtaken', async () => {
    const site = await newSite()
    const before = await openSecrets(site.dataDir)
    const first = await rotateMasterKey(site, { inSeconds: 0, nowMs: Date.now() - 5000 })
    const keys = await site.keys()
    // As after a kill between the file and the database, with what a kill before leaves.
    const db = await openDatabase(site)
    await db
      .updateTable('site')
      .set({ value: before.fingerprint })
      .where('name', '=', 'master-key-fingerprint')
      .execute()
    await db.destroy()
    await writeFile(join(site.dataDir, 'master.key.new'), 'half a k')
    const again = await rotateMasterKey(site, { inSeconds: 0, nowMs: Date.now() })
    expect(again).toMatchObject({ isNew: false, fromMs: first.fromMs })
    expect(await site.keys()).toEqual(keys)
    const waiting = await rotateMasterKey(site, { inSeconds: 3600, nowMs: Date.now() })
    expect(waiting.isNew).toBe(true)
    expect(await rotateMasterKey(site, { inSeconds: 10, nowMs: Date.now() })).toMatchObject({
      isNew: false,
      fromMs: waiting.fromMs,
    })
    expect(await site.keys()).toHaveLength(3)
  })

  it('keeps a previous key while a stream key, a webhook, an alert or a recording needs it, and not longer', async () => {
    const site = await newSite()
    await openSecrets(site.dataDir)
    const startMs = Date.now()
    await rotateMasterKey(site, { inSeconds: 0, nowMs: startMs })
    const db = await openDatabase(site)
    const later = { inSeconds: 0, nowMs: startMs + 30 * dayMs }
    await db
      .insertInto('stream_keys')
      .values({ username: 'a', key_hash: 'h', created_at_ms: startMs - dayMs })
      .execute()
    expect(await rotateMasterKey(site, later)).toMatchObject({ removed: 0, kept: 2 })
    await db.deleteFrom('stream_keys').execute()
    const media = { started_at_ms: startMs - dayMs, ended_at_ms: startMs - dayMs, contents: '{}', bytes: 1 }
    await db
      .insertInto('recorded_objects')
      .values({ broadcast_id: 'b', rendition: 'source', first_sequence: 1, ...media })
      .execute()
    const muchLater = { inSeconds: 0, nowMs: startMs + 60 * dayMs }
    expect(await rotateMasterKey(site, muchLater)).toMatchObject({ kept: 2, removed: 1 })
    await db.deleteFrom('recorded_objects').execute()
    const [, oldest] = await site.keys()
    const own = { id: 'i', endpoint: 'e', service: 's', p256dh: 'p', auth: 'a', language: 'en' }
    const key_fingerprint = fingerprintOf(Buffer.from(oldest?.slice(0, 64) ?? '', 'hex'))
    const times = { created_at_ms: startMs, renewed_at_ms: startMs }
    await db
      .insertInto('push_subscriptions')
      .values({ ...own, key_fingerprint, ...times })
      .execute()
    expect(await rotateMasterKey(site, { inSeconds: 0, nowMs: startMs + 80 * dayMs })).toMatchObject({ kept: 2 })
    expect((await site.keys())[2]).toBe(oldest)
    await db.deleteFrom('push_subscriptions').execute()
    const last = { inSeconds: 0, nowMs: startMs + 90 * dayMs }
    expect(await rotateMasterKey(site, last)).toMatchObject({ kept: 1 })
    await db.destroy()
  })
})
