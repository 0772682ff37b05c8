import { once } from 'node:events'
import { connect } from 'node:net'
import { type AmfValue, amfObject } from '../amf/amf0.ts'
import { createChunkReader } from '../chunks/chunk-reader.ts'
import { encodeChunks } from '../chunks/chunk-writer.ts'
import { messageTypes, type RtmpMessage } from '../chunks/message.ts'
import { defaultRtmpLimits } from '../limits.ts'
import { type Command, encodeCommand, readCommand } from '../session/command.ts'
import { handshakePacketBytes } from '../session/handshake.ts'

/** An encoder for tests that can send any bytes, message or command at any time. */
export interface TestPublisher extends AsyncDisposable {
  write(bytes: Uint8Array): void
  send(message: RtmpMessage, chunkStreamId?: number): void
  call(name: string, transactionId: number, ...values: AmfValue[]): void
  /** The first command of that name that the server has sent or will send. Rejects when the server closes before. */
  expectCommand(name: string): Promise<Command>
  handshake(): Promise<void>
  /** Does everything from handshake to publish. Resolves with the code and description of the response. */
  publish(app: string, streamKey: string): Promise<{ code: unknown; description: unknown }>
  readonly received: readonly RtmpMessage[]
  readonly bytesReceived: number
  /** What the server has not taken yet. */
  readonly unsentBytes: number
  /** Resolves when the connection is closed, by either side. */
  readonly whenClosed: Promise<void>
}

export async function connectTestPublisher(
  port: number,
  options: { chunkSizeBytes?: number } = {},
): Promise<TestPublisher> {
  const socket = connect({ port, host: '127.0.0.1' })
  const chunkSizeBytes = options.chunkSizeBytes ?? 128
  const received: RtmpMessage[] = []
  let wake = Promise.withResolvers<void>()
  let isClosed = false
  let handshakeBytesLeft = 1 + 2 * handshakePacketBytes
  const reader = createChunkReader({
    limits: defaultRtmpLimits,
    now: () => performance.now(),
    onMessage: (message) => void received.push(message),
  })

  function changed(): void {
    wake.resolve()
    wake = Promise.withResolvers()
  }
  socket.on('data', (bytes) => {
    const skipped = Math.min(handshakeBytesLeft, bytes.length)
    handshakeBytesLeft -= skipped
    if (skipped < bytes.length) reader.read(bytes.subarray(skipped))
    changed()
  })
  socket.on('error', () => undefined)
  const whenClosed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true
      changed()
      resolve()
    })
  })
  await once(socket, 'connect')

  async function until<Value>(find: () => Value | undefined, what: string): Promise<Value> {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      if (isClosed) throw new Error(`closed before ${what}`)
      await wake.promise
    }
  }

  const write = (bytes: Uint8Array): void => void socket.write(bytes)
  const send = (message: RtmpMessage, chunkStreamId = 3): void =>
    write(encodeChunks(message, chunkStreamId, chunkSizeBytes))
  const call: TestPublisher['call'] = (name, transactionId, ...values) =>
    send(encodeCommand(name === 'publish' ? 1 : 0, name, transactionId, ...values))
  const isCommand = (message: RtmpMessage): boolean => message.type === messageTypes.commandAmf0
  const expectCommand = (name: string): Promise<Command> =>
    until(
      () =>
        received
          .filter(isCommand)
          .map((message) => readCommand(message, defaultRtmpLimits))
          .find((command) => command.name === name),
      name,
    )

  async function handshake(): Promise<void> {
    write(Buffer.concat([Buffer.of(3), Buffer.alloc(2 * handshakePacketBytes, 7)]))
    await until(() => (handshakeBytesLeft === 0 ? true : undefined), 'handshake')
  }

  return {
    write,
    send,
    call,
    expectCommand,
    handshake,
    async publish(app, streamKey) {
      await handshake()
      if (chunkSizeBytes !== 128) {
        const payload = Buffer.alloc(4)
        payload.writeUInt32BE(chunkSizeBytes)
        send({ type: messageTypes.setChunkSize, streamId: 0, timestampMs: 0, payload }, 2)
      }
      call('connect', 1, amfObject({ app, flashVer: 'test', tcUrl: `rtmp://127.0.0.1/${app}` }))
      await expectCommand('_result')
      call('createStream', 2, null)
      call('publish', 3, null, streamKey, 'live')
      const status = await expectCommand('onStatus')
      const info = status.values[1]
      return info instanceof Map
        ? { code: info.get('code'), description: info.get('description') }
        : { code: undefined, description: undefined }
    },
    received,
    get bytesReceived() {
      return socket.bytesRead
    },
    get unsentBytes() {
      return socket.writableLength
    },
    whenClosed,
    async [Symbol.asyncDispose]() {
      socket.destroy()
      await whenClosed
    },
  }
}
