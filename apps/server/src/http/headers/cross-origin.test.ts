import { endpoints } from '@waggle/contract/endpoints'
import { type EndpointName, routes } from '@waggle/contract/routes'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
