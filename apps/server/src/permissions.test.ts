import { type Endpoint, endpoints } from '@waggle/contract/endpoints'
import { keyNumberAt } from '@waggle/contract/playback/hls-keys'
import { type EndpointName, routes } from '@waggle/contract/routes'
import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectTestPublisher } from '../../../packages/media/src/rtmp/testing/publisher-client.ts'
import { insertBroadcast } from './db/broadcasts/broadcasts.ts'
import { openDatabase } from './db/open.ts'
import { connectChat } from './testing/chat/chat-client.ts'
import { type Caller, callers, type PermissionCase, type World } from './testing/core/permission-case.ts'
import { otherRoutes, permissionTable } from './testing/core/permission-table.ts'
import { signAs, startTestSite, type TestSite } from './testing/site.ts'

const names = Object.keys(callers) as Caller[]
const streamId = 'k3f9x2m7q1w8e5r4t6y0'

describe('[T11] permissions', () => {
  let site: TestSite
  const tokens: Partial<Record<string, string>> = {}
  const added = new Set<string>()
  let hlsToken = ''

  beforeAll(async () => {
    site = await startTestSite({
      env: { WAGGLE_WEBHOOKS: '1', WAGGLE_METRICS_PORT: '0' },
      onRoute: ({ method, url }: RouteOptions) => {
        for (const each of [method].flat()) if (each !== 'HEAD') added.add(`${each} ${url}`)
      },
    })
    for (const name of ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'waggle']) {
      site.nextClient()
      tokens[name] = await site.signIn(name)
    }
    tokens.nobody = 'x'.repeat(43)
    await alice('POST', '/api/chat/moderators/alice', { username: 'bob' })
    await alice('POST', '/api/chat/ban/alice', { username: 'carol' })
    await alice('POST', '/api/chat/timeout/alice', { username: 'frank' })
    const db = await openDatabase({ dataDir: site.dataDir })
    const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
    await insertBroadcast(db, { id: streamId, username: 'alice', startedAtMs: Date.now(), playlists })
    await db.destroy()
    hlsToken = (await as(undefined, 'POST', `/api/hls/token/${streamId}`)).json.token
  })
  afterAll(async () => {
    await site?.close()
  })

  function as(name: string | undefined, method: string, path: string, body?: unknown) {
    // Limits per address are tested elsewhere.
    site.nextClient()
    const token = name && tokens[name]
    return site.request(method, path, { ...(body !== undefined && { body }), ...(token && { token }) })
  }
  const alice = (method: string, path: string, body?: unknown) => as('alice', method, path, body)

  async function sign(username: string, purpose: 'login' | 'stream-key' | 'download-data'): Promise<object> {
    const query = `purpose=${purpose}&username=${username}`
    const { challenge } = (await as(undefined, 'GET', `/api/auth/challenge?${query}`)).json
    return { username, challenge, signature: await signAs(username, challenge) }
  }

  async function say(writer: string): Promise<string> {
    return (await as(writer, 'POST', '/api/chat/messages/alice', { message: 'hello' })).json.data.id
  }

  async function statusFor(endpoint: EndpointName, { call }: PermissionCase, caller: Caller): Promise<number> {
    const account = callers[caller]
    const name = account && account !== 'nobody' ? account : 'dave'
    const world: World = { caller, name, streamId, hlsToken, alice, sign, say }
    const given: { params?: Record<string, string>; query?: string; body?: unknown } = (await call?.(world)) ?? {}
    const params: Record<string, string> = {
      username: 'alice',
      channel: 'alice',
      streamId,
      permlink: 'none',
      keyNumber: String(keyNumberAt(Date.now())),
      ...given.params,
    }
    const [method = '', template = ''] = routes[endpoint].split(' ')
    const path = template.replace(/:(\w+)/g, (_, key: string) => params[key] ?? '')
    const { status } = await as(account, method, given.query ? `${path}?${given.query}` : path, given.body)
    // Signs in again those whose session was ended.
    if (endpoint === 'signOut' && account && account !== 'nobody') tokens[account] = await site.signIn(account)
    return status
  }

  const cases = (Object.keys(permissionTable) as EndpointName[]).flatMap((endpoint) =>
    permissionTable[endpoint].map((each) => ({ endpoint, each, title: `${endpoint} ${each.title ?? ''}`.trim() })),
  )

  it.each(cases)('$title', async ({ endpoint, each }) => {
    const statuses: number[] = []
    for (const caller of names) statuses.push(await statusFor(endpoint, each, caller))
    const expected = typeof each.expect === 'number' ? names.map(() => each.expect) : each.expect
    const told = (list: readonly unknown[]) => names.map((caller, index) => `${caller} ${list[index]}`).join(', ')
    expect(told(statuses)).toBe(told(expected))
    // A caller without a session is refused exactly where the contract requires one.
    if ((endpoints[endpoint] as Endpoint).auth === 'session') expect([statuses[0], statuses[7]]).toEqual([401, 401])
  })

  it('are listed for every route', () => {
    expect([...added].sort()).toEqual([...Object.values(routes), ...otherRoutes].sort())
  })

  it.each(['/metrics', '/health', '/internal', '/api/internal', '/debug'])(
    '%s does not exist on the public port',
    async (path) => {
      expect((await as('alice', 'GET', path)).status).toBe(404)
    },
  )

  it('lets everyone read a room, and sends the log of moderation to moderators only', async () => {
    const heard: string[] = []
    for (const caller of names) {
      const account = callers[caller]
      const client = await connectChat(site.url, { address: `10.8.0.${names.indexOf(caller)}` })
      const token = account && tokens[account]
      const answer = await client.join('alice', token ? { token } : {})
      expect(answer.ok).toBe(true)
      // With an invalid token, a client reads without an account, and is informed.
      if (caller === 'X') await client.next('auth-error')
      await alice('PUT', '/api/chat/config/alice', { slowMode: false })
      await client.next('config-changed')
      const mark = await say('alice')
      await client.next('chat-message', ({ id }) => id === mark)
      if (client.received.some(({ name }) => name === 'log-entry')) heard.push(caller)
      client.close()
    }
    expect(heard).toEqual(['O', 'M'])
  })

  it('allow publishing only with a stream key', async () => {
    const key = await site.streamKey('erin')
    const answers: unknown[] = []
    for (const given of ['', 'alice', tokens.alice ?? '', `${key}x`, key]) {
      const publisher = await connectTestPublisher(site.rtmpPort)
      answers.push((await publisher.publish('live', given).catch(() => ({ code: 'closed' }))).code)
      await publisher[Symbol.asyncDispose]()
    }
    expect(answers.map((code) => code === 'NetStream.Publish.Start')).toEqual([false, false, false, false, true])
  })
})
