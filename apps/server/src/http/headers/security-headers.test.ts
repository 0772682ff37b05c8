import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

let site: TestSite
let encoder: TestEncoder
let streamPath: string

beforeAll(async () => {
  site = await startTestSite({ env: { WAGGLE_PUBLIC_URL: 'https://live.example' } })
  encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  encoder.send(8)
  const channel = async () => (await site.request('GET', '/api/streams/info/alice')).json
  await vi.waitFor(async () => expect((await channel()).isLive).toBe(true), 15_000)
  streamPath = (await channel()).streamPath
})
afterAll(async () => {
  await encoder?.close()
  await site?.close()
})

/** Sends a request as it is, and returns the response's head by name, with its status. */
async function send(request: string): Promise<Record<string, string>> {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  let text = ''
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1')
  })
  socket.write(request)
  await once(socket, 'close')
  const [start = '', ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n')
  const headers = lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.slice(line.indexOf(': ') + 2)])
  return { status: start.split(' ')[1] ?? '', ...Object.fromEntries(headers) }
}

function get(path: string, more = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: live.example\r\nConnection: close\r\n${more}\r\n`
}

function post(path: string, type: string, body: string): string {
  const head = `Host: live.example\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}`
  return `POST ${path} HTTP/1.1\r\n${head}\r\n\r\n${body}`
}

const html = 'Accept: text/html\r\n'
const upgrade = 'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

const kinds: [string, string, () => string][] = [
  ['a page', '200', () => get('/')],
  ['a page that other sites may frame', '200', () => get('/embed?user=alice')],
  ['a redirect', '308', () => get('/watch/?user=alice')],
  ['an asset', '200', () => get('/assets/app-1a2b.js')],
  ['a page that does not exist', '404', () => get('/nowhere', html)],
  ['a call', '200', () => get('/api/site')],
  ['a call of the chat', '200', () => get('/api/chat/messages/alice')],
  ['a call that does not exist', '404', () => get('/api/nowhere')],
  ['another method', '405', () => post('/api/streams', 'application/json', '{}')],
  ['another content type', '415', () => post('/api/auth/hive', 'text/plain', 'x')],
  ['broken JSON', '400', () => post('/api/auth/hive', 'application/json', '{')],
  ['a body that is too large', '413', () => post('/api/auth/hive', 'application/json', `"${'a'.repeat(70_000)}"`)],
  ['a call without a session', '401', () => get('/api/channels/my-channel')],
  ['an address that cannot be decoded', '400', () => get('/api/channels/%zz')],
  ['a stream address that cannot be decoded', '400', () => get('/live/%zz/master.m3u8')],
  ['a playlist', '200', () => get(streamPath)],
  ['a stream that does not exist', '404', () => get(`/live/${'a'.repeat(20)}/master.m3u8`)],
  ['the health', '200', () => get('/healthz')],
  ['the readiness', '200', () => get('/readyz')],
  ['the description of the API', '200', () => get('/api/docs/')],
  ['the description as JSON', '200', () => get('/api/docs/json')],
  ['the advertisement', '200', () => get('/ads/house')],
  ['the sandbox chain', '200', () => get('/sandbox/hive')],
  ['an avatar', '200', () => get('/u/alice/avatar')],
  ['a polling socket', '200', () => get('/socket.io/?EIO=4&transport=polling')],
  ['a socket that is malformed', '400', () => get('/socket.io/?EIO=4&transport=pigeon')],
  ['a socket of another site', '403', () => get('/socket.io/?EIO=4&transport=polling', 'Origin: https://evil.com\r\n')],
  [
    'a WebSocket of another site',
    '403',
    () =>
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: live.example\r\nConnection: Upgrade\r\n${upgrade}Origin: https://evil.com\r\n\r\n`,
  ],
  ['a request that is no HTTP', '400', () => 'nonsense\r\n\r\n'],
  ['headers that are too large', '431', () => get('/', `X-Long: ${'a'.repeat(20_000)}\r\n`)],
]

it.each(kinds)('[T29] %s has every security header', async (_kind, status, request) => {
  const headers = await send(request())
  expect(headers).toMatchObject({
    status,
    'content-security-policy': expect.stringMatching(/^default-src '(none|self)'.*frame-ancestors ('none'|'self'|\*)/s),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'strict-transport-security': 'max-age=63072000',
  })
})

it('[T12] no response allows inline scripts, eval or scripts of another site', async () => {
  for (const [kind, , request] of kinds) {
    const policy = (await send(request()))['content-security-policy'] ?? ''
    const directives = Object.fromEntries(policy.split(';').map((part) => part.trim().split(/ (.*)/s, 2)))
    expect(["'none'", "'self'"], kind).toContain(directives['script-src'] ?? directives['default-src'])
    expect(directives['script-src-attr'] ?? "'none'", kind).toBe("'none'")
  }
})

it('[T29] a site without HTTPS does not demand it', async () => {
  const plain = await startTestSite()
  const { headers } = await plain.request('GET', '/api/site')
  await plain.close()
  expect(headers.get('strict-transport-security')).toBeNull()
})
