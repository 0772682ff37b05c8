import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookDelivery } from '@waggle/contract/webhooks/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { insertTip } from '../../db/tips/tips.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder } from '../../testing/test-encoder.ts'
import { waitFor } from '../../testing/wait-for.ts'

const path = '/api/channels/my-channel/webhooks'

interface Received {
  headers: IncomingHttpHeaders
  body: { type: string; timestamp: string; data: Record<string, unknown> }
  text: string
}

describe('webhooks', () => {
  let site: TestSite
  let alice: string
  let bob: string
  let address: string
  const received: Received[] = []
  let nextStatus = 200
  const logLines: string[] = []
  const receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body: JSON.parse(text), text })
      response.writeHead(nextStatus).end()
    })
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    site = await startTestSite({ env: { WAGGLE_WEBHOOKS: 'loopback' }, onLog: (line) => logLines.push(line) })
    alice = await site.signIn('alice')
    bob = await site.signIn('bob')
  })
  afterAll(async () => {
    await site?.close()
    receiver.closeAllConnections()
    receiver.close()
  })

  const call = (method: string, rest = '', body?: unknown, token = alice) =>
    site.request(method, `${path}${rest}`, { token, ...(body !== undefined && { body }) })
  const create = async (events: string[]) => (await call('POST', '', { url: address, events })).json
  const deliveries = async (id: string): Promise<WebhookDelivery[]> =>
    (await call('GET', `/${id}/deliveries`)).json.deliveries

  const find = <Value>(what: string, look: () => Value | undefined | Promise<Value | undefined>) =>
    waitFor(what, look, { timeoutMs: 50_000, intervalMs: 50 })
  const arrived = (type: string, count = 1) =>
    find(`${count} of type ${type}`, () => {
      const all = received.filter(({ body }) => body.type === type)
      return all.length >= count ? all : undefined
    })

  /** Verifies as standardwebhooks.com asks receivers to. */
  function isSigned({ headers, text }: Received, secret: string): boolean {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
    return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  }

  it('deliver a follow, signed, and retry with the same id after a failure and a restart', async () => {
    const { webhook, secret } = await create(['follow'])
    nextStatus = 500
    await site.request('POST', '/api/follows/follow', { body: { username: 'alice' }, token: bob })
    const [first] = await arrived('follow')
    expect(first?.body.data).toMatchObject({ channel: 'alice', follower: 'bob' })
    const failed = await find('an attempt', async () =>
      (await deliveries(webhook.id)).find(({ attempts }) => attempts === 1),
    )
    expect(failed).toMatchObject({ event: 'follow', state: 'waiting', status: 500, problem: 'refused' })

    nextStatus = 200
    await site.restart()
    site.moveClock(11_000)
    const [, second] = await arrived('follow', 2)
    const done = await find('a delivery', async () =>
      (await deliveries(webhook.id)).find(({ state }) => state === 'delivered'),
    )
    expect(done).toMatchObject({ attempts: 2, status: 200, problem: null, nextAttemptAt: null })
    for (const attempt of [first, second]) expect(attempt && isSigned(attempt, secret)).toBe(true)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(await deliveries(webhook.id)).toHaveLength(1)

    // The secret cannot be read again, nor another user's webhook.
    expect((await call('GET')).text).not.toContain(secret)
    expect((await call('GET', '', undefined, bob)).json).toEqual({ isEnabled: true, webhooks: [] })
    expect((await call('GET', `/${webhook.id}/deliveries`, undefined, bob)).status).toBe(404)
    expect((await call('DELETE', `/${webhook.id}`, undefined, bob)).status).toBe(404)
    expect(logLines.join('\n')).not.toContain(secret)
  })

  it('deliver the start and end of a broadcast, and tips', async () => {
    const { webhook, secret } = await create(['stream.live', 'stream.ended', 'tip'])
    const encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
    encoder.send(4)
    const [live] = await arrived('stream.live')
    const { streamId } = live?.body.data ?? {}
    expect(streamId).toMatch(/^[a-z0-9]{20}$/)

    const db = await openDatabase({ dataDir: site.dataDir })
    const tip = { transactionId: 'a'.repeat(40), operationIndex: 0, channel: 'alice', broadcastId: String(streamId) }
    const sentAtMs = Number(live?.body.data.startedAt) + 1000
    await insertTip(db, { ...tip, sender: 'bob', amount: '1.250 HBD', message: 'thanks ✓', sentAtMs })
    await db.destroy()
    const [tipped] = await arrived('tip')
    expect(tipped?.body.data).toMatchObject({
      channel: 'alice',
      sender: 'bob',
      amount: '1.250 HBD',
      message: 'thanks ✓',
    })

    await encoder.finish()
    site.moveClock(100_000)
    // An end is delivered after it has lasted for some seconds.
    const [ended] = await find('the end of the stream', () => {
      site.moveClock(1000)
      const all = received.filter(({ body }) => body.type === 'stream.ended')
      return all.length > 0 ? all : undefined
    })
    expect(ended?.body.data).toMatchObject({ channel: 'alice', streamId })
    for (const event of [live, tipped, ended]) expect(event && isSigned(event, secret)).toBe(true)
    expect(received.filter(({ body }) => body.type === 'follow')).toHaveLength(2)
    await call('DELETE', `/${webhook.id}`)
  })

  it('can be tested, paused, and given a new secret', async () => {
    const { webhook, secret } = await create(['follow'])
    await call('POST', `/${webhook.id}/test`)
    const [test] = await arrived('test')
    expect(test && isSigned(test, secret)).toBe(true)
    const renewed = (await call('POST', `/${webhook.id}/secret`)).json.secret
    await call('POST', `/${webhook.id}/test`)
    const [, again] = await arrived('test', 2)
    expect(again && [isSigned(again, secret), isSigned(again, renewed)]).toEqual([false, true])

    await call('PUT', `/${webhook.id}`, { isActive: false })
    await call('POST', `/${webhook.id}/test`)
    const other = await create(['follow'])
    await call('POST', `/${other.webhook.id}/test`)
    await arrived('test', 3)
    expect((await deliveries(webhook.id)).filter(({ state }) => state === 'waiting')).toHaveLength(1)
  })

  it('deliver no event from before they subscribed to it', async () => {
    const token = await site.signIn('carol')
    const follow = (bearer: string) =>
      site.request('POST', '/api/follows/follow', { body: { username: 'carol' }, token: bearer })
    const { webhook } = (await call('POST', '', { url: address, events: ['tip'] }, token)).json
    await follow(bob)
    site.moveClock(1000)
    await call('PUT', `/${webhook.id}`, { events: ['tip', 'follow'] }, token)
    site.moveClock(1000)
    await follow(alice)
    await find('the follow of alice', () =>
      received.find(({ body }) => body.data.channel === 'carol' && body.data.follower === 'alice'),
    )
    const { json } = await call('GET', `/${webhook.id}/deliveries`, undefined, token)
    expect(json.deliveries).toMatchObject([{ id: expect.stringMatching(/^follow-alice-/) }])
  })

  it('accept no more test events while ten deliveries wait', async () => {
    const token = await site.signIn('erin')
    const { webhook } = (await call('POST', '', { url: address, events: ['tip'] }, token)).json
    await call('PUT', `/${webhook.id}`, { isActive: false }, token)
    const test = async () => (await call('POST', `/${webhook.id}/test`, undefined, token)).status
    const statuses: number[] = []
    for (let number = 0; number < 11; number += 1) statuses.push(await test())
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  it.each([
    'ftp://example.com/',
    'http://example.com/',
    'https://user:secret@example.com/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://[fd00:ec2::254]/',
    'not an address',
  ])('refuse %s', async (url) => {
    site.nextClient()
    const token = await site.signIn('carol')
    const answer = await call('POST', '', { url, events: ['tip'] }, token)
    expect([answer.status, answer.json.code]).toEqual([400, 'webhook_address_refused'])
  })

  it('are limited to five', async () => {
    const token = await site.signIn('dave')
    for (let number = 0; number < 5; number += 1) {
      expect((await call('POST', '', { url: `${address}?${number}`, events: ['tip'] }, token)).status).toBe(200)
    }
    expect((await call('POST', '', { url: address, events: ['tip'] }, token)).status).toBe(409)
  })
})

describe('webhooks by default', () => {
  it('are off, and with the setting 1 reach the public internet only', async () => {
    const site = await startTestSite()
    const token = await site.signIn('alice')
    const create = (on: TestSite, bearer: string, url: string) =>
      on.request('POST', path, { body: { url, events: ['tip'] }, token: bearer })
    expect((await create(site, token, 'https://example.com/hook')).json.code).toBe('webhooks_off')
    expect((await site.request('GET', path, { token })).json).toEqual({ isEnabled: false, webhooks: [] })
    await site.close()

    const open = await startTestSite({ env: { WAGGLE_WEBHOOKS: '1' } })
    const bearer = await open.signIn('alice')
    expect((await create(open, bearer, 'https://example.com/hook')).status).toBe(200)
    for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'https://localhost/', 'https://0x7f000001/']) {
      expect((await create(open, bearer, url)).json.code).toBe('webhook_address_refused')
    }
    await open.close()
  })
})
