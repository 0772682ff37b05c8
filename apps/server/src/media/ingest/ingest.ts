import { limits } from '@waggle/contract/limits'
import type { RtmpEvent } from '@waggle/media/rtmp/events'
import type { PublishDecision, Publisher, PublishRequest } from '@waggle/media/rtmp/media/publisher'
import { createRtmpServer, type RtmpServer } from '@waggle/media/rtmp/server'
import { findStreamKeyOwner } from '../../db/accounts/stream-keys.ts'
import {
  type BroadcastRow,
  endBroadcast,
  findLiveBroadcast,
  listLiveBroadcasts,
} from '../../db/broadcasts/broadcasts.ts'
import { randomId } from '../../lib/random-id.ts'
import { hashStreamKey } from '../../lib/stream-key.ts'
import { trustProxies } from '../../lib/trusted-proxies.ts'
import { Broadcast, isAwaited } from '../broadcast/broadcast.ts'
import { CheckpointWriter } from '../broadcast/checkpoint-writer.ts'
import type { OpenExtraOutputs } from '../broadcast/extra-outputs.ts'
import { createLeases, noLeases } from '../cluster/leases.ts'
import type { MediaContext } from '../context.ts'
import { type Certificate, openCertificate } from './certificate.ts'

export interface Ingest {
  find(streamId: string): Broadcast | undefined
  /** Stays the holder of its broadcasts, and lets go of those that another process has taken meanwhile. */
  renew(): Promise<void>
  /** Opens the port, and waits for the encoders of the broadcasts that a former process left on air. */
  listen(): Promise<number>
  /** Opens RTMPS beside it, where it is configured. */
  listenSecure(): Promise<number | undefined>
  close(): Promise<void>
  readonly liveCount: number
  /** Requests of players that wait for media to come. */
  readonly heldRequests: number
}

/** RTMP in: who may publish, and into which broadcast. */
export function createIngest(context: MediaContext, openExtras: OpenExtraOutputs): Ingest {
  const byUsername = new Map<string, Broadcast>()
  const byStreamId = new Map<string, Broadcast>()
  const { nodeUrl } = context.config
  const leases = nodeUrl === undefined ? noLeases : createLeases(context, nodeUrl)
  const notes = new CheckpointWriter(context.db, nodeUrl)
  let isClosing = false
  let certificate: Certificate | undefined
  // Those on this machine need not be named where HTTP is concerned; here they are encoders like all others.
  const proxies = trustProxies(context.config.trustedProxies, [])
  const server: RtmpServer = createRtmpServer({
    authorize,
    onEvent: (event) => logEvent(context, event),
    isProxy: proxies,
  })

  async function authorize(request: PublishRequest, publisher: Publisher): Promise<PublishDecision> {
    if (request.app !== limits.rtmpApp) {
      return refuse(`The server address must end with /${limits.rtmpApp}: ${context.config.rtmp.publicUrl}`)
    }
    try {
      const keyHash = hashStreamKey(context.secrets.streamKey, request.streamKey)
      const username = await findStreamKeyOwner(context.db, keyHash)
      if (!username) {
        const reason = 'This stream key is not valid. Copy the current one from the Stream Key page.'
        return { accept: false, reason, isWrongKey: true }
      }
      // Its time may be over since it was last looked at.
      byUsername.get(username)?.check()
      const isOurs = byUsername.has(username) || (await leases.take(username))
      const broadcast = isOurs ? (byUsername.get(username) ?? (await openBroadcast(username))) : undefined
      if (isClosing) return refuse(restarting)
      if (!broadcast || broadcast.isDelivering) {
        return refuse(`${username} is live from another encoder already. Stop that one first.`)
      }
      return { accept: true, sink: broadcast.attach(publisher) }
    } catch (error) {
      context.log.error({ error }, 'could not decide on a publisher')
      return refuse('The server cannot check stream keys at the moment. Try again in a moment.')
    }
  }

  /** Goes on with the broadcast that a former process left on air, or begins one. */
  async function openBroadcast(username: string): Promise<Broadcast> {
    const left = await findLiveBroadcast(context.db, username, context.now())
    return (
      byUsername.get(username) ?? holdBroadcast(username, left && isAwaited(left, context.now()) ? left : undefined)
    )
  }

  function holdBroadcast(username: string, left: BroadcastRow | undefined): Broadcast {
    const id = left?.id ?? randomId()
    const broadcast: Broadcast = new Broadcast(context, { id, username, left, notes }, openExtras, () => {
      byUsername.delete(username)
      byStreamId.delete(id)
    })
    byUsername.set(username, broadcast)
    byStreamId.set(id, broadcast)
    return broadcast
  }

  /** Another process goes on with it. From here on its viewers are answered from there. */
  async function leave(broadcast: Broadcast): Promise<void> {
    byUsername.delete(broadcast.username)
    byStreamId.delete(broadcast.id)
    await broadcast.release('Another server of this site goes on with this broadcast.')
  }

  /** An encoder has come to another process: one that delivers here stays, one that has gone silent has gone there. */
  async function answerWanted(username: string, by: string): Promise<void> {
    const broadcast = byUsername.get(username)
    if (!broadcast || by === nodeUrl) return
    if (broadcast.isDelivering) {
      await leases.renew([username])
      return
    }
    await leave(broadcast)
    // Its encoder may have come back here meanwhile.
    if (!byUsername.has(username)) await leases.give(username, by)
  }

  async function resume(): Promise<void> {
    const leftOnAir = await listLiveBroadcasts(context.db, context.now())
    const ours = new Set(await leases.renew(leftOnAir.map(({ username }) => username)))
    for (const left of leftOnAir) {
      const { id, username, lastMediaAtMs } = left
      if (!ours.has(username) || byUsername.has(username)) continue
      if (isAwaited(left, context.now())) holdBroadcast(username, left)
      else await endBroadcast(context.db, id, lastMediaAtMs, lastMediaAtMs)
    }
  }

  return {
    find: (streamId) => byStreamId.get(streamId),
    async renew() {
      const held = [...byUsername.values()]
      const kept = new Set(await leases.renew(held.map(({ username }) => username)))
      const lost = held.filter((broadcast) => !kept.has(broadcast.username))
      await Promise.all(lost.map((broadcast) => byUsername.get(broadcast.username) === broadcast && leave(broadcast)))
    },
    get liveCount() {
      return byStreamId.size
    },
    get heldRequests() {
      return [...byStreamId.values()].reduce((sum, { hls }) => sum + hls.heldRequests, 0)
    },
    async listen() {
      await context.state.subscribe('stream-key-replaced', ({ username }) =>
        byUsername.get(username)?.cut('This stream key was replaced by a new one.'),
      )
      await context.state.subscribe('broadcast-wanted', ({ username, by }) => {
        answerWanted(username, by).catch((error) =>
          context.log.error({ error, username }, 'could not hand a broadcast over'),
        )
      })
      const { port } = await server.listen(context.config.rtmp.port, context.config.rtmp.host)
      // Not before: a process that was started a second time by mistake must not take what the first one has.
      await resume()
      return port
    },
    async listenSecure() {
      const { rtmp, rtmps } = context.config
      if (!rtmps) return undefined
      const opened = await openCertificate(rtmps, context.log)
      certificate = opened
      return (await server.listen(rtmps.port, rtmp.host, () => opened.secureContext)).port
    },
    async close() {
      isClosing = true
      certificate?.close()
      const releases = [...byUsername.values()].map(async (broadcast) => {
        await broadcast.release(restarting)
        // One that cannot be dropped runs out.
        await leases.drop(broadcast.username).catch(() => undefined)
      })
      await Promise.all(releases)
      await server.close()
    },
  }
}

const restarting = 'The server is restarting. Reconnect in a moment.'

function refuse(reason: string): PublishDecision {
  return { accept: false, reason }
}

function logEvent(context: MediaContext, event: RtmpEvent): void {
  const { type, ...facts } = event
  context.log.info(facts, `rtmp ${type}`)
}
