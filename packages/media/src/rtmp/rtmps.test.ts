import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, type SecureContext, connect as secureConnect } from 'node:tls'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { RtmpEvent } from './events.ts'
import type { RtmpLimits } from './limits.ts'
import { createRtmpServer, type RtmpServer } from './server.ts'
import { runProgram, testMedia } from './testing/ffmpeg.ts'
import { connectTestPublisher } from './testing/publisher-client.ts'
import { createRecordingSink, type RecordingSink } from './testing/recording-sink.ts'
import { makeSelfSigned } from './testing/self-signed.ts'

const folder = await mkdtemp(join(tmpdir(), 'rtmps-'))
const first = contextOf('first.example')
const second = contextOf('second.example')
const servers: RtmpServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))
afterAll(() => rm(folder, { recursive: true }))

function contextOf(name: string): SecureContext {
  const { certFile, keyFile } = makeSelfSigned(folder, name)
  return createSecureContext({ cert: readFileSync(certFile), key: readFileSync(keyFile) })
}

/** A server with a plain and a TLS port. */
async function start(limits: Partial<RtmpLimits> = {}, readSecureContext = () => first) {
  const events: RtmpEvent[] = []
  const sinks: RecordingSink[] = []
  const server = createRtmpServer({
    authorize: async () => {
      const sink = createRecordingSink()
      sinks.push(sink)
      return { accept: true, sink }
    },
    onEvent: (event) => void events.push(event),
    limits,
  })
  servers.push(server)
  const plain = await server.listen(0, '127.0.0.1')
  const secure = await server.listen(0, '127.0.0.1', readSecureContext)
  return { server, plainPort: plain.port, port: secure.port, events, sinks }
}

function whenClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.resume()
  })
}

/** The subject of the certificate that the server presents. */
function certificateName(port: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = secureConnect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()?.subject)
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

describe('RTMPS', () => {
  it('receives the same stream from ffmpeg as RTMP', async () => {
    const { plainPort, port, sinks } = await start()
    for (const url of [`rtmps://127.0.0.1:${port}/live/KEY`, `rtmp://127.0.0.1:${plainPort}/live/KEY`]) {
      const { status, log } = await runProgram('ffmpeg', ...testMedia(2), '-f', 'flv', url)
      expect(status, log).toBe(0)
    }
    const [secure, plain] = sinks
    expect(await secure?.whenEnded).toBe('The encoder stopped the stream.')
    expect(secure?.samples.length).toBeGreaterThan(140)
    expect(secure?.configs).toEqual(plain?.configs)
    const shape = (sink?: RecordingSink) => sink?.samples.map(({ track, dtsMs, data }) => [track, dtsMs, data.length])
    expect(shape(secure)).toEqual(shape(plain))
  })

  it('presents a renewed certificate to the next connection', async () => {
    let context = first
    const { port } = await start({}, () => context)
    expect(await certificateName(port)).toBe('CN=first.example')
    context = second
    expect(await certificateName(port)).toBe('CN=second.example')
  })

  it('applies the limits before and during the TLS handshake', async () => {
    const { port, plainPort, events, sinks } = await start({ handshakeTimeoutMs: 1000, maxUnpublishedPerAddress: 2 })
    // The first bytes of a TLS record, then nothing.
    const half = connect(port, '127.0.0.1')
    half.write(Buffer.from('160301', 'hex'))
    const secure = secureConnect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    await new Promise((resolve) => secure.once('secureConnect', resolve))
    await expect.poll(() => events.filter(({ type }) => type === 'connected')).toHaveLength(2)
    // The limit of an address applies to both ports together: its oldest connection makes room for a third.
    const third = connect(plainPort, '127.0.0.1')
    await Promise.all([whenClosed(half), whenClosed(secure), whenClosed(third)])
    const reasons = events.flatMap((event) => (event.type === 'protocol-error' ? [event.reason] : []))
    expect(reasons).toEqual(['no publish before newer connections', 'no handshake in time', 'no handshake in time'])
    // The address is below its limit again once the server has noticed that both connections closed.
    const publishAgain = async () => {
      await using publisher = await connectTestPublisher(plainPort)
      return await publisher.publish('live', 'KEY')
    }
    await expect.poll(publishAgain).toMatchObject({ code: 'NetStream.Publish.Start' })
    expect(sinks).toHaveLength(1)
  })

  it.each([
    ['plain RTMP', Buffer.concat([Buffer.of(3), Buffer.alloc(1536)])],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['an invalid client hello', Buffer.concat([Buffer.from('1603010200010001fc0303', 'hex'), Buffer.alloc(600, 0xff)])],
    ['noise', Buffer.alloc(100_000, 0xa5)],
  ])('closes a connection with %s and keeps running', async (_, bytes) => {
    const { port, events } = await start()
    const socket = connect(port, '127.0.0.1')
    socket.write(bytes)
    await whenClosed(socket)
    expect(events.map(({ type }) => type)).toEqual(['connected'])
    expect(await certificateName(port)).toBe('CN=first.example')
  })

  it('closes all its ports', async () => {
    const { server, port, plainPort } = await start()
    const open = secureConnect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    await new Promise((resolve) => open.once('secureConnect', resolve))
    await Promise.all([server.close(), whenClosed(open)])
    for (const gone of [port, plainPort]) {
      const refused = new Promise((resolve) => connect(gone, '127.0.0.1').once('error', resolve))
      expect(await refused).toMatchObject({ code: 'ECONNREFUSED' })
    }
  })
})
