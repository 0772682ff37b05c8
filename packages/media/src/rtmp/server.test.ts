import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { RtmpEvent } from './events.ts'
import type { RtmpLimits } from './limits.ts'
import type { Authorize, Publisher } from './media/publisher.ts'
import { createRtmpServer, type RtmpServer } from './server.ts'
import { runProgram, testMedia } from './testing/ffmpeg.ts'
import { aacFrame, aacHeader, audioMessage, avcFrame, avcHeader, videoMessage } from './testing/media-messages.ts'
import { connectTestPublisher } from './testing/publisher-client.ts'
import { createRecordingSink, type RecordingSink } from './testing/recording-sink.ts'

const key = 'a-secret-stream-key'
const servers: RtmpServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

async function start(options: { authorize?: Authorize; limits?: Partial<RtmpLimits> } = {}) {
  const events: RtmpEvent[] = []
  const sinks: RecordingSink[] = []
  const publishers: Publisher[] = []
  const server = createRtmpServer({
    authorize:
      options.authorize ??
      (async (request, publisher) => {
        if (request.app !== 'live') return { accept: false, reason: 'There is nothing at this address.' }
        if (request.streamKey !== key)
          return { accept: false, reason: 'This stream key is not valid.', isWrongKey: true }
        publishers.push(publisher)
        const sink = createRecordingSink()
        sinks.push(sink)
        return { accept: true, sink }
      }),
    onEvent: (event) => void events.push(event),
    ...(options.limits && { limits: options.limits }),
  })
  servers.push(server)
  const { port } = await server.listen(0, '127.0.0.1')
  return { server, port, events, sinks, publishers, url: `rtmp://127.0.0.1:${port}/live` }
}

describe('ffmpeg', () => {
  it('sends the same packets as it writes to a file', async () => {
    const { url, sinks, events } = await start()
    const folder = await mkdtemp(join(tmpdir(), 'rtmp-'))
    try {
      const file = join(folder, 'reference.flv')
      const [toFile, toServer] = await Promise.all([
        runProgram('ffmpeg', ...testMedia(4), '-f', 'flv', file),
        runProgram('ffmpeg', ...testMedia(4), '-f', 'flv', `${url}/${key}`),
      ])
      expect([toFile.status, toServer.status], toServer.log).toEqual([0, 0])
      const sink = sinks[0]!
      expect(await sink.whenEnded).toBe('The encoder stopped the stream.')

      const probe = await runProgram('ffprobe', '-v', 'error', '-show_packets', '-show_streams', '-of', 'json', file)
      const { packets, streams } = JSON.parse(probe.output) as {
        packets: { codec_type: string; pts: number; dts: number; size: string; flags: string }[]
        streams: {
          codec_type: string
          width: number
          height: number
          level: number
          sample_rate: string
          channels: number
        }[]
      }
      for (const track of ['video', 'audio'] as const) {
        const expected = packets.filter((packet) => packet.codec_type === track)
        const arrived = sink.samples.filter((sample) => sample.track === track)
        expect(arrived.length).toBeGreaterThan(100)
        expect(arrived.map((sample) => [sample.dtsMs, sample.ptsMs, sample.data.length, sample.key])).toEqual(
          expected.map((packet) => [packet.dts, packet.pts, Number(packet.size), packet.flags.startsWith('K')]),
        )
      }
      const [video, audio] = streams
      expect(sink.configs).toMatchObject([
        {
          track: 'video',
          width: video!.width,
          height: video!.height,
          codecString: `avc1.4d40${video!.level.toString(16).padStart(2, '0')}`,
        },
        {
          track: 'audio',
          sampleRateHz: Number(audio!.sample_rate),
          channels: audio!.channels,
          codecString: 'mp4a.40.2',
        },
      ])
      expect(events.map((event) => event.type)).toEqual(['connected', 'publishing', 'ended'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('shows the reason of a refusal, and no event contains the key', async () => {
    const { url, events } = await start()
    const { status, log } = await runProgram('ffmpeg', ...testMedia(1), '-f', 'flv', `${url}/not-${key}`)
    expect(status).not.toBe(0)
    expect(log).toContain('Server error: This stream key is not valid.')
    expect(events.map((event) => event.type)).toEqual(['connected', 'refused'])
    expect(JSON.stringify(events)).not.toContain(key)
  })

  it('shows why its codec is not supported', async () => {
    const { url, sinks } = await start()
    const media = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=10:duration=20', '-c:v', 'flv1']
    const { log } = await runProgram('ffmpeg', ...media, '-f', 'flv', `${url}/${key}`)
    expect(log).toContain('Server error: This encoder sends Sorenson H.263. Choose H.264 in your encoder.')
    expect(sinks[0]!.endings).toEqual(['This encoder sends Sorenson H.263. Choose H.264 in your encoder.'])
  })

  it('shows why it is disconnected during the stream', async () => {
    const { url, publishers, sinks } = await start()
    const running = runProgram('ffmpeg', '-re', ...testMedia(20), '-f', 'flv', `${url}/${key}`)
    await expect.poll(() => sinks[0]?.samples.length).toBeGreaterThan(10)
    publishers[0]!.close('Your stream key was replaced.')
    expect(sinks[0]!.endings).toEqual(['Your stream key was replaced.'])
    expect((await running).log).toContain('Server error: Your stream key was replaced.')
  })

  it('shows that the server does not offer playback', async () => {
    const { url } = await start()
    const { log } = await runProgram('ffprobe', `${url}/${key}`)
    expect(log).toContain('Server error: This address only receives streams.')
  })
})

describe('a publisher', () => {
  it('is authorized before its media is read, and receives the start status', async () => {
    const { port, sinks, publishers } = await start()
    await using client = await connectTestPublisher(port, { chunkSizeBytes: 60_000 })
    expect(await client.publish('live', key)).toMatchObject({ code: 'NetStream.Publish.Start' })
    const beforeMs = publishers[0]!.lastMediaAtMs
    client.send(videoMessage(avcHeader()), 4)
    client.send(audioMessage(aacHeader()), 4)
    client.send(videoMessage(avcFrame(true, 0, 200_000)), 4)
    client.send(audioMessage(aacFrame()), 4)
    await expect.poll(() => sinks[0]!.samples).toHaveLength(2)
    expect(publishers[0]).toMatchObject({ remoteAddress: '127.0.0.1' })
    expect(publishers[0]!.bytesReceived).toBeGreaterThan(200_000)
    expect(publishers[0]!.lastMediaAtMs).toBeGreaterThanOrEqual(beforeMs)
  })

  it.each([
    [
      'resets the connection',
      'The encoder closed the connection.',
      false,
      async (client: Awaited<ReturnType<typeof connectTestPublisher>>) => client[Symbol.asyncDispose](),
    ],
    [
      'sends FCUnpublish and deleteStream',
      'The encoder stopped the stream.',
      true,
      async (client: Awaited<ReturnType<typeof connectTestPublisher>>) => {
        client.call('FCUnpublish', 4, null, key)
        client.call('deleteStream', 5, null, 1)
        await client.whenClosed
      },
    ],
    [
      'sends closeStream',
      'The encoder stopped the stream.',
      true,
      async (client: Awaited<ReturnType<typeof connectTestPublisher>>) => {
        client.call('closeStream', 4, null)
        await client.whenClosed
      },
    ],
    [
      'breaks the protocol',
      'The encoder broke the protocol: chunk stream begins without a header.',
      false,
      async (client: Awaited<ReturnType<typeof connectTestPublisher>>) => {
        client.write(Buffer.of(0xff))
        await client.whenClosed
      },
    ],
  ])('[PLAYER-14] that %s is ended exactly once', async (_, reason, hasStopped, stop) => {
    const { port, sinks, events } = await start()
    await using client = await connectTestPublisher(port)
    await client.publish('live', key)
    await stop(client)
    await sinks[0]!.whenEnded
    await client.whenClosed
    expect(sinks[0]!.endings).toEqual([reason])
    expect(sinks[0]!.stops).toEqual([hasStopped])
    expect(events.filter((event) => event.type === 'ended')).toMatchObject([{ reason }])
  })

  it('that disconnects while its key is checked is ended, too', async () => {
    const sink = createRecordingSink()
    const asked = Promise.withResolvers<void>()
    const decision = Promise.withResolvers<Awaited<ReturnType<Authorize>>>()
    const { port } = await start({
      authorize: () => {
        asked.resolve()
        return decision.promise
      },
    })
    const client = await connectTestPublisher(port)
    const answer = client.publish('live', key)
    await asked.promise
    await client[Symbol.asyncDispose]()
    await expect(answer).rejects.toThrow('closed before')
    await new Promise(setImmediate)
    decision.resolve({ accept: true, sink })
    expect(await sink.whenEnded).toBe('The encoder closed the connection.')
  })

  it('is affected by an error of authorize or of a sink only on its own connection', async () => {
    const sink = createRecordingSink()
    sink.sample = () => {
      throw new Error('sink')
    }
    let calls = 0
    const { port, events } = await start({
      authorize: async () => {
        calls += 1
        if (calls === 1) throw new Error('database')
        return { accept: true, sink }
      },
    })
    await using first = await connectTestPublisher(port)
    expect(await first.publish('live', key)).toMatchObject({
      description: 'The stream key cannot be checked at the moment. Please try again soon.',
    })
    await using second = await connectTestPublisher(port)
    await second.publish('live', key)
    second.send(videoMessage(avcHeader()))
    second.send(videoMessage(avcFrame(true)))
    await second.whenClosed
    expect(sink.endings).toEqual(['The server failed. Please start the stream again.'])
    expect(events.filter((event) => event.type === 'internal-error').map((event) => String(event.error))).toEqual([
      'Error: database',
      'Error: sink',
    ])
  })

  it('receives the reason when the server shuts down', async () => {
    const { server, port, sinks } = await start()
    await using client = await connectTestPublisher(port)
    await client.publish('live', key)
    await server.close()
    expect(sinks[0]!.endings).toEqual(['The server is shutting down. Please start the stream again.'])
    await client.whenClosed
  })

  it('may have its key in the app of the address', async () => {
    const { port } = await start()
    await using client = await connectTestPublisher(port)
    expect(await client.publish(`live/${key}`, '')).toMatchObject({ code: 'NetStream.Publish.Start' })
  })
})

describe('limits', () => {
  const refused = (port: number) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(true))
      socket.on('connect', () => socket.write(Buffer.concat([Buffer.of(3), Buffer.alloc(1536)])))
      socket.on('data', () => {
        resolve(false)
        socket.destroy()
      })
    })

  it('closes a connection without a handshake, one without a publish, and a publisher that stops sending', async () => {
    const { port, events, sinks } = await start({
      limits: { handshakeTimeoutMs: 150, publishTimeoutMs: 150, idleTimeoutMs: 150 },
    })
    await using silent = await connectTestPublisher(port)
    await silent.whenClosed
    await using undecided = await connectTestPublisher(port)
    await undecided.handshake()
    await undecided.whenClosed
    await using idle = await connectTestPublisher(port)
    await idle.publish('live', key)
    await idle.whenClosed
    expect(sinks[0]!.endings).toEqual(['The encoder has sent nothing for a while.'])
    expect(events.filter((event) => event.type === 'protocol-error').map((event) => event.reason)).toEqual([
      'no handshake in time',
      'no publish in time',
    ])
  })

  it('limits the unpublished connections of an address, not its publishers', async () => {
    let waitingKeys = 0
    const { port, events } = await start({
      limits: { maxUnpublishedPerAddress: 2 },
      authorize: async ({ streamKey }) => {
        if (streamKey === key) return { accept: true, sink: createRecordingSink() }
        waitingKeys += 1
        return new Promise(() => undefined)
      },
    })
    await using publisher = await connectTestPublisher(port)
    await publisher.publish('live', key)
    const waiting = await Promise.all([connectTestPublisher(port), connectTestPublisher(port)])
    for (const client of waiting) client.publish('live', 'being checked').catch(() => undefined)
    await expect.poll(() => waitingKeys).toBe(2)
    expect(await refused(port)).toBe(true)
    expect(events.at(-1)).toEqual({ type: 'turned-away', remoteAddress: '127.0.0.1', reason: 'too-many-from-address' })
    await Promise.all(waiting.map((client) => client[Symbol.asyncDispose]()))
    await expect.poll(() => refused(port)).toBe(false)
  })

  it('limits the number of connections', async () => {
    const { port } = await start({ limits: { maxConnections: 1 } })
    await using first = await connectTestPublisher(port)
    await first.handshake()
    expect(await refused(port)).toBe(true)
  })

  it('[T4] lets an encoder in from an address where a stranger guesses keys', async () => {
    const { port } = await start({ limits: { maxWrongKeysPerMinute: 2, maxUnpublishedPerAddress: 5 } })
    const answers: unknown[] = []
    for (let guess = 0; guess < 12; guess++) {
      await using client = await connectTestPublisher(port)
      answers.push((await client.publish('live', `guess ${guess}`)).description)
    }
    expect(answers).toEqual(Array(12).fill('This stream key is not valid.'))
    const strangers = await Promise.all(Array.from({ length: 4 }, () => connectTestPublisher(port)))
    const guesses = strangers.map((client, index) => client.publish('live', `guess ${index}`))
    await using encoder = await connectTestPublisher(port)
    expect(await encoder.publish('live', key)).toMatchObject({ code: 'NetStream.Publish.Start' })
    await Promise.all([...guesses, ...strangers.map((client) => client[Symbol.asyncDispose]())])
  })

  it('lets an encoder in from an address where a stranger keeps all places with idle connections', async () => {
    const { port, events } = await start({ limits: { maxUnpublishedPerAddress: 3 } })
    const idle = await Promise.all(Array.from({ length: 3 }, () => connectTestPublisher(port)))
    await Promise.all(idle.map((client) => client.handshake()))
    await using encoder = await connectTestPublisher(port)
    expect(await encoder.publish('live', key)).toMatchObject({ code: 'NetStream.Publish.Start' })
    await Promise.race(idle.map((client) => client.whenClosed))
    expect(events.filter(({ type }) => type === 'protocol-error')).toMatchObject([
      { reason: 'no publish before newer connections' },
    ])
    await Promise.all(idle.map((client) => client[Symbol.asyncDispose]()))
  })
})
