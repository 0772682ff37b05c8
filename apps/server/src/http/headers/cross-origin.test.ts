import { endpoints } from '@waggle/contract/endpoints'
import { type EndpointName, routes } from '@waggle/contract/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../../testing/site.ts'

let site: TestSite

beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site?.close())

const streamId = 'a'.repeat(20)
const origins = [
  'https://evil.com',
  'null',
  'https://live.example.evil.com',
  'http://127.0.0.1',
  'https://blog.example',
]

function preflight(path: string, method: string, headers = 'content-type', origin = 'https://blog.example') {
  return site.request('OPTIONS', path, {
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
  })
}

/** What a browser would allow a page of another site (Fetch standard section 4.8, CORS-preflight fetch). */
async function isAllowed(path: string, method: string, headers: string[]): Promise<boolean> {
  const answer = await preflight(path, method, headers.join(', '))
  const listed = (name: string) => (answer.headers.get(name) ?? '').toLowerCase().split(', ')
  return (
    answer.status === 204 &&
    answer.headers.get('access-control-allow-origin') === '*' &&
    // GET and POST are safelisted, whatever the list says.
    (['GET', 'POST'].includes(method) || listed('access-control-allow-methods').includes(method.toLowerCase())) &&
    headers.every((name) => listed('access-control-allow-headers').includes(name))
  )
}

it.each([
  ['POST', `/api/hls/token/${streamId}`],
  ['POST', '/api/hls/refresh-token'],
  ['POST', '/api/hls/leave'],
  ['GET', '/api/streams'],
  ['GET', '/api/streams/info/alice'],
  ['GET', '/api/channels/alice'],
  ['GET', '/api/chat/messages/alice'],
  ['GET', `/api/hls/key/${streamId}/1?token=x`],
  ['GET', `/live/${streamId}/master.m3u8`],
])('[API-19] pages of any site may call %s %s, without a session', async (method, path) => {
  expect(await isAllowed(path, method, ['content-type'])).toBe(true)
  expect(await isAllowed(path, method, ['content-type', 'authorization'])).toBe(false)
  const body = method === 'POST' && !path.includes('/token/') ? { token: 'x' } : undefined
  for (const origin of origins) {
    const answer = await site.request(method, path, { headers: { origin, 'content-type': 'application/json' }, body })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  }
})

it('[T14] pages of other sites may make no call with a session, and not sign in', async () => {
  const token = await site.signIn('alice')
  const closed = (Object.keys(routes) as EndpointName[]).filter(
    (name) => endpoints[name].auth === 'session' || routes[name].includes(' /api/auth/'),
  )
  expect(closed.length).toBeGreaterThan(30)
  for (const name of closed) {
    const [method = '', pattern = ''] = routes[name].split(' ')
    const path = pattern.replace(/:\w+/g, 'alice')
    expect(await isAllowed(path, method, ['authorization', 'content-type']), name).toBe(false)
    if (method !== 'GET') continue
    for (const origin of origins) {
      const { headers } = await site.request(method, path, { token, headers: { origin } })
      expect(headers.get('access-control-allow-origin'), name).toBeNull()
    }
  }
})

it('[T14] the addresses of pages answer no preflight', async () => {
  for (const path of ['/', '/watch?user=alice', '/api/nowhere', '/healthz']) {
    expect((await preflight(path, 'GET')).headers.get('access-control-allow-origin'), path).toBeNull()
  }
})

describe("[OPS-5] the site's own pages, whose servers have another origin", () => {
  const own = 'https://live.example'
  let elsewhere: TestSite

  beforeAll(async () => {
    elsewhere = await startTestSite({ env: { WAGGLE_PUBLIC_URL: own } })
  })
  afterAll(() => elsewhere?.close())

  const ask = (method: string, path: string, origin: string, headers: Record<string, string> = {}) =>
    elsewhere.request(method, path, { headers: { origin, ...headers } })
  const asPreflight = (method: string) => ({
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type',
  })

  it('may make every call, with a session', async () => {
    for (const name of Object.keys(routes) as EndpointName[]) {
      const [method = '', pattern = ''] = routes[name].split(' ')
      const { status, headers } = await ask('OPTIONS', pattern.replace(/:\w+/g, 'alice'), own, asPreflight(method))
      expect([status, headers.get('access-control-allow-origin')], name).toEqual([204, own])
      expect(headers.get('access-control-allow-methods')?.split(', '), name).toContain(method)
      expect(headers.get('access-control-allow-headers'), name).toBe('content-type, authorization')
      expect(headers.get('access-control-allow-credentials'), name).toBeNull()
    }
  })

  it('can read answers and refusals, also those from before the call is judged', async () => {
    const token = await elsewhere.signIn('alice')
    const signedIn = await ask('POST', '/api/auth/verify', own, { authorization: `Bearer ${token}` })
    const refused = await ask('GET', '/api/channels/my-channel', own)
    const chat = await ask('POST', '/api/chat/messages/alice', own)
    const inAddress = await ask('GET', '/api/streams?token=x', own)
    expect([signedIn, refused, chat, inAddress].map(({ status }) => status)).toEqual([200, 401, 401, 400])
    for (const { headers } of [signedIn, refused, chat]) {
      expect(headers.get('access-control-allow-origin')).toBe(own)
      expect(headers.get('access-control-expose-headers')).toBe('retry-after, date, x-waggle-guard')
      expect(headers.get('vary')).toBe('origin')
    }
    expect(inAddress.headers.get('access-control-allow-origin')).not.toBeNull()
  })

  it("may poll chat's socket, and no others may", async () => {
    const poll = (origin: string) => ask('GET', '/socket.io/?EIO=4&transport=polling', origin)
    const allowed = await poll(own)
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, own])
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
    const refused = await poll('https://blog.example')
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })

  it('[T14] are those of exactly this origin', async () => {
    for (const origin of ['http://live.example', 'https://live.example:444', 'https://live.example.evil.com', 'null']) {
      const preflight = await ask('OPTIONS', '/api/channels/my-channel', origin, asPreflight('PUT'))
      // The path is also one of a public call, GET /api/channels/{username}.
      expect(preflight.headers.get('access-control-allow-origin'), origin).not.toBe(origin)
      expect(preflight.headers.get('access-control-allow-headers'), origin).not.toContain('authorization')
      const { headers } = await ask('GET', '/api/channels/my-channel', origin)
      expect(headers.get('access-control-allow-origin'), origin).toBeNull()
    }
  })
})
