import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { insertTip } from '../../db/tips/tips.ts'
import { redactAddress } from '../../lib/log.ts'
import { connectChat } from '../../testing/chat/chat-client.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'

const path = '/api/channels/my-channel/overlay'

describe('the overlay', () => {
  let site: TestSite
  let alice: string
  const logLines: string[] = []

  beforeAll(async () => {
    site = await startTestSite({ onLog: (line) => logLines.push(line) })
    alice = await site.signIn('alice')
  })
  afterAll(async () => {
    await site?.close()
  })

  const own = (method: string, rest = '', body?: unknown) =>
    site.request(method, `${path}${rest}`, { token: alice, ...(body !== undefined && { body }) })
  const read = (secret: string) => site.request('POST', '/api/overlay', { body: { secret } })

  it('has an address that can be renewed: the previous one is invalid at once, and open pages are notified', async () => {
    expect((await own('GET')).json.hasAddress).toBe(false)
    const first = (await own('POST', '/address')).json.secret
    expect((await read(first)).json).toMatchObject({ channel: 'alice', settings: { chat: true }, goalCount: 0 })
    const page = await connectChat(site.url)
    await page.join('alice')
    const second = (await own('POST', '/address')).json.secret
    expect(await page.next('overlay-changed')).toEqual({ channel: 'alice' })
    page.close()
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
    expect((await own('GET')).text).not.toContain(second)

    const document = await site.request('GET', `/overlay/${second}`)
    expect(document.headers.get('referrer-policy')).toBe('no-referrer')
    expect(document.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const db = await openDatabase({ dataDir: site.dataDir })
    const stored = JSON.stringify(await db.selectFrom('overlays').selectAll().execute())
    await db.destroy()
    expect(stored).not.toContain(second)
    expect(redactAddress(`//overlay/${second}?x`)).toBe('/overlay/[redacted]')
    expect(logLines.join('\n')).not.toContain(second)
  })

  it('counts followers, or tips of one currency since the goal was set', async () => {
    const { settings } = (await own('GET')).json
    await own('PUT', '', { ...settings, goal: true, goalKind: 'HBD', goalTarget: 50 })
    await own('POST', '/goal')
    const tip = { operationIndex: 0, channel: 'alice', broadcastId: 'b', sender: 'bob', message: '' }
    const db = await openDatabase({ dataDir: site.dataDir })
    const nowMs = Date.now()
    const tips: [string, string, number][] = [
      ['a', '1.250 HBD', nowMs + 1000],
      ['b', '0.001 HBD', nowMs + 1000],
      ['c', '9.000 HIVE', nowMs + 1000],
      ['d', '5.000 HBD', nowMs - 60_000],
    ]
    for (const [letter, amount, sentAtMs] of tips) {
      await insertTip(db, { ...tip, transactionId: letter.repeat(40), amount, sentAtMs })
    }
    await db.destroy()
    expect((await own('GET')).json.goalCount).toBe(1.251)

    const listener = await connectChat(site.url)
    await listener.join('alice', { alerts: true })
    const reader = await connectChat(site.url)
    await reader.join('alice')
    const [bob, carol] = [await site.signIn('bob'), await site.signIn('carol')]
    const change = (what: string, token: string) =>
      site.request('POST', `/api/follows/${what}`, { body: { username: 'alice' }, token })
    for (const what of ['follow', 'unfollow', 'follow']) expect((await change(what, bob)).status).toBe(200)
    expect((await change('follow', carol)).json.followerCount).toBe(2)
    // Bob is announced once, and not to readers of the chat.
    expect(await listener.next('new-follower')).toEqual({ channel: 'alice', username: 'bob', followerCount: 1 })
    expect(await listener.next('new-follower')).toEqual({ channel: 'alice', username: 'carol', followerCount: 2 })
    await own('PUT', '', settings)
    await reader.next('overlay-changed')
    expect(reader.received.map(({ name }) => name)).not.toContain('new-follower')
    for (const client of [listener, reader]) client.close()
    await own('PUT', '', { ...settings, goal: true, goalKind: 'followers' })
    expect((await own('GET')).json.goalCount).toBe(2)
  })

  it.each([
    ['a goal past its bound', { goalTarget: 10_000_001 }],
    ['a scale past its bound', { scalePercent: 300 }],
    ['a goal that is none', { goalKind: 'BTC' }],
    ['a title past its bound', { goalTitle: 'x'.repeat(61) }],
  ])('refuses %s', async (_title, change) => {
    const { settings } = (await own('GET')).json
    expect((await own('PUT', '', { ...settings, ...change })).status).toBe(400)
    expect((await own('GET')).json.settings).toEqual(settings)
  })
})
