import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { afterAll, afterEach, expect, it } from 'vitest'
import type { RtmpEvent } from '../events.ts'
import { createRtmpServer } from '../server.ts'
import { runProgram, testMedia } from '../testing/ffmpeg.ts'
import { createRecordingSink, type RecordingSink } from '../testing/recording-sink.ts'
import { makeSelfSigned } from '../testing/self-signed.ts'

const folder = await mkdtemp(join(tmpdir(), 'proxy-header-'))
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => rm(folder, { recursive: true }))

async function start({ isProxy = true, handshakeTimeoutMs = 60_000 } = {}) {
  const events: RtmpEvent[] = []
  const sinks: RecordingSink[] = []
  const server = createRtmpServer({
    isProxy: () => isProxy,
    authorize: async () => {
      const sink = createRecordingSink()
      sinks.push(sink)
      return { accept: true, sink }
    },
    onEvent: (event) => void events.push(event),
    limits: { handshakeTimeoutMs },
  })
  closing.push(() => server.close())
  const { certFile, keyFile } = makeSelfSigned(folder, 'live.example')
  const context = createSecureContext({ cert: readFileSync(certFile), key: readFileSync(keyFile) })
  const plain = await server.listen(0, '127.0.0.1')
  const secure = await server.listen(0, '127.0.0.1', () => context)
  return { events, sinks, plainPort: plain.port, securePort: secure.port }
}

/** A load balancer that sends the header, in pieces of `pieceBytes`, before the bytes of its client. */
async function startBalancer(port: number, header: string, pieceBytes: number): Promise<number> {
  const sockets: Socket[] = []
  const balancer: Server = createServer(async (client) => {
    const upstream = connect(port, '127.0.0.1').setNoDelay(true)
    sockets.push(
      client.on('error', () => undefined),
      upstream.on('error', () => undefined),
    )
    upstream.on('close', () => client.destroy())
    for (let at = 0; at < header.length; at += pieceBytes) {
      await new Promise((resolve) => upstream.write(header.slice(at, at + pieceBytes), resolve))
      await new Promise((resolve) => setImmediate(resolve))
    }
    client.pipe(upstream).pipe(client)
  }).listen(0, '127.0.0.1')
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    balancer.close()
  })
  await new Promise((resolve) => balancer.once('listening', resolve))
  return (balancer.address() as AddressInfo).port
}

const longest = `PROXY TCP6 ${'ffff:'.repeat(7)}ffff ${'ffff:'.repeat(7)}ffff 65535 65535\r\n`
const ffff = Array<string>(8).fill('ffff').join(':')

// The examples are from the specification of the protocol.
it.each([
  ['rtmp', 'PROXY TCP4 192.168.0.1 192.168.0.11 56324 443\r\n', 1000, '192.168.0.1'],
  ['rtmps', 'PROXY TCP4 192.168.0.1 192.168.0.11 56324 443\r\n', 1000, '192.168.0.1'],
  ['rtmp', longest, 1, ffff],
  ['rtmps', longest, 1, ffff],
  ['rtmp', 'PROXY TCP6 ::ffff:192.0.2.7 ::1 5 6\r\n', 7, '192.0.2.7'],
  ['rtmp', 'PROXY UNKNOWN\r\n', 1000, '127.0.0.1'],
  ['rtmp', 'PROXY UNKNOWN ffff::1 ffff::2 65535 65535\r\n', 3, '127.0.0.1'],
  ['rtmp', '', 1, '127.0.0.1'],
  ['rtmps', '', 1, '127.0.0.1'],
])('%s after "%s" in pieces of %i bytes has the address %s', async (scheme, header, pieceBytes, address) => {
  const { plainPort, securePort, events, sinks } = await start()
  const port = await startBalancer(scheme === 'rtmp' ? plainPort : securePort, header, pieceBytes)
  const verify = scheme === 'rtmps' ? ['-tls_verify', '0'] : []
  const url = `${scheme}://127.0.0.1:${port}/live/key`
  const { status, log } = await runProgram('ffmpeg', ...testMedia(1), '-f', 'flv', ...verify, url)
  expect(status, log).toBe(0)
  await sinks[0]?.whenEnded
  expect(events.find(({ type }) => type === 'publishing')).toMatchObject({ remoteAddress: address })
})

it.each([
  'PROXY\r\n',
  'PROXY TCP4 nowhere 192.168.0.11 56324 443\r\n',
  'PROXY TCP4 999.1.1.1 192.168.0.11 56324 443\r\n',
  'PROXY UDP4 192.168.0.1 192.168.0.11 56324 443\r\n',
  'PROXY TCP4 192.168.0.1 192.168.0.11 56324 443\n',
  'POST / HTTP/1.1\r\n',
  `PROXY TCP4 ${'1'.repeat(200)}`,
])('closes a connection that sends %j', async (text) => {
  const { plainPort, events } = await start()
  const socket = connect(plainPort, '127.0.0.1', () => socket.write(text))
  await new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve))
  expect(events).toEqual([])
})

it('waits for the line no longer than for a handshake', async () => {
  const { plainPort } = await start({ handshakeTimeoutMs: 200 })
  const socket = connect(plainPort, '127.0.0.1', () => socket.write('PROXY TCP4 192'))
  await new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve))
})

it('ignores the line from an address that is not a proxy', async () => {
  const { plainPort, events } = await start({ isProxy: false })
  const socket = connect(plainPort, '127.0.0.1', () =>
    socket.write('PROXY TCP4 192.168.0.1 192.168.0.11 56324 443\r\n'),
  )
  await new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve))
  expect(events.map((event) => [event.type, 'remoteAddress' in event && event.remoteAddress])).toContainEqual([
    'protocol-error',
    '127.0.0.1',
  ])
})
