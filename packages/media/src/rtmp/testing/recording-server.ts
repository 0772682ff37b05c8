import type { MediaItem } from '../../hls/testing/encoder.ts'
import type { RtmpMessage } from '../chunks/message.ts'
import { createRtmpServer } from '../server.ts'
import { connectTestPublisher } from './publisher-client.ts'
import { createRecordingSink, type RecordingSink } from './recording-sink.ts'

/** Everything that a publisher sent: configurations and samples in order, and why it ended. */
interface RecordedBroadcast extends RecordingSink {
  media: MediaItem[]
}

export interface RecordingServer {
  port: number
  /** By stream key. */
  broadcasts: Map<string, RecordedBroadcast>
  close(): Promise<void>
}

/** Starts an RTMP server that accepts every publisher and records its media. */
export async function startRecordingServer(): Promise<RecordingServer> {
  const broadcasts = new Map<string, RecordedBroadcast>()
  const server = createRtmpServer({
    // Publishers wait while a test encodes.
    limits: { handshakeTimeoutMs: 60_000, publishTimeoutMs: 60_000, idleTimeoutMs: 60_000 },
    authorize: async ({ streamKey }) => {
      const sink = createRecordingSink()
      const media: MediaItem[] = []
      const recorded: RecordedBroadcast = {
        ...sink,
        media,
        config(config) {
          media.push({ config })
          sink.config(config)
        },
        sample(sample) {
          media.push({ sample })
          sink.sample(sample)
        },
      }
      broadcasts.set(streamKey, recorded)
      return { accept: true, sink: recorded }
    },
  })
  const { port } = await server.listen(0, '127.0.0.1')
  return { port, broadcasts, close: () => server.close() }
}

let lastKey = 0

/** Publishes messages over a socket at full speed. Returns what arrived. */
export async function publishTo(server: RecordingServer, messages: readonly RtmpMessage[]): Promise<RecordedBroadcast> {
  lastKey += 1
  const key = `key-${lastKey}`
  await using client = await connectTestPublisher(server.port, { chunkSizeBytes: 60_000 })
  await client.publish('live', key)
  for (const message of messages) client.send(message, message.type)
  client.call('deleteStream', 5, null, 1)
  const recorded = server.broadcasts.get(key)
  if (recorded === undefined) throw new Error('the publisher was not accepted')
  await recorded.whenEnded
  return recorded
}
