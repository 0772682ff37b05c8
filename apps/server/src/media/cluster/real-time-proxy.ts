import { setTimeout as sleep } from 'node:timers/promises'
import { realTimeCloseCodes, realTimePath, realTimeTokenPrefix } from '@waggle/contract/playback/real-time'
import { RelayedBroadcast } from '@waggle/media/moq/subscriber/relayed-broadcast'
import { proxyHeader } from '../../http/egress/own-process.ts'
import { startPeriodicTask } from '../../lib/periodic-task.ts'
import { issueHlsToken } from '../../lib/playback/hls-token.ts'
import type { MediaContext } from '../context.ts'
import { peerId } from '../real-time/admission.ts'
import { connectMoq, type MoqSocket } from '../real-time/connect-moq.ts'
import type { Watchable } from '../real-time/watchable.ts'
import type { StreamHolders } from './stream-holders.ts'

/** Real-time playback of streams that other processes of the site hold. Each of them is subscribed to once, for all viewers here. */
export interface RealTimeProxy {
  /** Undefined when there is no such stream; 'unavailable' while its holder cannot be reached, as when the stream moves. */
  find(streamId: string): Promise<Watchable | 'unavailable' | undefined>
  close(): Promise<void>
}

interface RelayedStream {
  broadcast: RelayedBroadcast
  /** The process that is connected, or that a connection is being opened to. */
  holder: string | undefined
  connecting: Promise<void> | undefined
  /** When somebody watched last. */
  watchedAtMs: number
}

const checkIntervalMs = 1_000
/** A stream without viewers is given up after this time. */
const lingerMs = 10_000
/** Viewers need not ask for the catalog before they ask for a track. */
const catalogPatienceMs = 1_000
/** A token of a process opens one connection, at once. */
const tokenLifeMs = 60_000
const maxStreams = 1_000

export function createRealTimeProxy(context: MediaContext, holders: StreamHolders, ownAddress: string): RealTimeProxy {
  const streams = new Map<string, RelayedStream>()

  function open(streamId: string): RelayedStream {
    const broadcast = new RelayedBroadcast({
      path: streamId,
      now: () => context.now(),
      tooSlowCode: realTimeCloseCodes.tooSlow,
    })
    const stream = { broadcast, holder: undefined, connecting: undefined, watchedAtMs: performance.now() }
    streams.set(streamId, stream)
    return stream
  }

  function end(streamId: string, code: number, reason: string): void {
    const stream = streams.get(streamId)
    streams.delete(streamId)
    stream?.broadcast.close(code, reason, code === realTimeCloseCodes.ended)
  }

  /** Connects to the holder, if that is not done or under way. */
  function connect(streamId: string, stream: RelayedStream, holder: string): Promise<void> {
    if (stream.connecting !== undefined) return stream.connecting
    if (stream.holder === holder && stream.broadcast.isConnected) return Promise.resolve()
    stream.holder = holder
    const token = issueHlsToken(context.secrets.hlsToken, streamId, context.now() + tokenLifeMs, peerId)
    const address = `${holder.replace(/^http/, 'ws')}${realTimePath(streamId)}`
    const use = (socket: MoqSocket) => {
      const subscriber = stream.broadcast.connect(socket, (code) => handleLoss(streamId, code))
      return {
        receive: (message: Uint8Array) => subscriber.receive(message),
        drained: () => undefined,
        disconnected: (code: number) => subscriber.disconnected(code),
      }
    }
    const headers = { [proxyHeader]: context.egress.mark }
    stream.connecting = connectMoq(address, [realTimeTokenPrefix + token], use, headers)
      .catch((error) => context.log.debug({ reason: error.message, streamId }, 'real time: the holder is not reached'))
      .finally(() => {
        stream.connecting = undefined
      })
    return stream.connecting
  }

  /** The holder says why it ends the connection. Without a reason that concerns viewers, the next holder is looked for. */
  function handleLoss(streamId: string, code: number | undefined): void {
    if (code === realTimeCloseCodes.ended) end(streamId, code, 'the broadcast has ended')
    if (code === realTimeCloseCodes.keyReplaced) end(streamId, code, 'the stream key was replaced')
  }

  async function check(): Promise<void> {
    await Promise.all([...streams].map(([streamId, stream]) => checkOne(streamId, stream)))
  }

  async function checkOne(streamId: string, stream: RelayedStream): Promise<void> {
    const { broadcast } = stream
    broadcast.check()
    const nowMs = performance.now()
    if (broadcast.audience.viewerCount > 0) stream.watchedAtMs = nowMs
    const held = await holders.find(streamId)
    if (streams.get(streamId) !== stream) return
    if (held === undefined) end(streamId, realTimeCloseCodes.ended, 'the broadcast has ended')
    else if (held.holder === ownAddress) end(streamId, realTimeCloseCodes.moved, 'this server continues the broadcast')
    else if (nowMs - stream.watchedAtMs > lingerMs) end(streamId, realTimeCloseCodes.moved, 'nobody watches')
    else if (held.holder !== undefined) void connect(streamId, stream, held.holder)
  }

  const checks = startPeriodicTask(check, {
    pauseMs: checkIntervalMs,
    onError: (error) => context.log.warn({ error }, 'real time: could not check the streams of other processes'),
  })

  return {
    async find(streamId) {
      const held = await holders.find(streamId)
      if (held === undefined) return undefined
      const { holder, keyCreatedAtMs } = held
      if (holder === undefined || holder === ownAddress) return 'unavailable'
      if (!streams.has(streamId) && streams.size >= maxStreams) return 'unavailable'
      const stream = streams.get(streamId) ?? open(streamId)
      await connect(streamId, stream, holder)
      // A broadcast that has just begun has no catalog yet.
      await Promise.race([stream.broadcast.whenKnown, sleep(catalogPatienceMs, undefined, { ref: false })])
      stream.watchedAtMs = performance.now()
      if (!stream.broadcast.isConnected || streams.get(streamId) !== stream) return 'unavailable'
      return { audience: stream.broadcast.audience, tokensValidFromMs: keyCreatedAtMs }
    },
    async close() {
      await checks.close()
      for (const streamId of [...streams.keys()]) end(streamId, realTimeCloseCodes.moved, 'the server restarts')
    },
  }
}
