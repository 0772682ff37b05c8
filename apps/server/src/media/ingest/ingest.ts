import { limits } from '@waggle/contract/limits'
import type { PublishDecision, Publisher, PublishRequest } from '@waggle/media/rtmp/media/publisher'
import { createRtmpServer, type RtmpServer } from '@waggle/media/rtmp/server'
import { findStreamKeyOwner, findStreamKeyTime } from '../../db/accounts/stream-keys.ts'
import {
  type BroadcastRow,
  endBroadcast,
  findLiveBroadcast,
  listLiveBroadcasts,
} from '../../db/broadcasts/broadcasts.ts'
import { findRecordingSettings } from '../../db/recordings/recording-settings.ts'
import { trustProxies } from '../../lib/network/trusted-proxies.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import { randomId } from '../../lib/random-id.ts'
import { streamKeyHashes } from '../../lib/stream-key.ts'
import { readMissedMessages } from '../../shared-state/missed-messages.ts'
import { Broadcast, type BroadcastDelays, type OutputOpeners } from '../broadcast/broadcast.ts'
import { CheckpointWriter } from '../broadcast/checkpoint-writer.ts'
import { canResume } from '../broadcast/inherited-broadcast.ts'
import { createLeases, noLeases } from '../cluster/leases.ts'
import type { MediaContext } from '../context.ts'
import { type Certificate, openCertificate } from './certificate.ts'
import { EncoderAddresses } from './encoder-addresses.ts'
import { PublishingRights, rightsIntervalMs } from './publishing-rights.ts'
import { RtmpLog, rtmpLogPeriodMs } from './rtmp-log.ts'

export interface Ingest {
  find(streamId: string): Broadcast | undefined
  /** Renews the leases of its broadcasts, and lets go of broadcasts that another process has taken over. */
  renewLeases(): Promise<void>
  /** Opens the port, and resumes the broadcasts that a previous process left on air. Returns the port. */
  listen(): Promise<number>
  /** Opens the RTMPS port too, if it is configured. */
  listenSecure(): Promise<number | undefined>
  /** Disconnects the encoders and lets go of their broadcasts, which another process continues. Can be called again. */
  close(): Promise<void>
  readonly liveCount: number
  /** The number of player requests held until media arrives. */
  readonly heldRequests: number
  /** Of each broadcast that media arrives for. */
  readonly delays: readonly BroadcastDelays[]
}

/** RTMP in: decides who may publish, and into which broadcast. */
export function createIngest(context: MediaContext, openers: OutputOpeners): Ingest {
  const byUsername = new Map<string, Broadcast>()
  const byStreamId = new Map<string, Broadcast>()
  const { nodeUrl } = context.config
  const leases = nodeUrl === undefined ? noLeases : createLeases(context, nodeUrl)
  const checkpoints = new CheckpointWriter(context.db, nodeUrl)
  let isClosing = false
  let closing: Promise<void> | undefined
  let certificate: Certificate | undefined
  // HTTP trusts proxies on this machine by default. RTMP does not: a connection from this machine may be an encoder.
  const proxies = trustProxies(context.config.trustedProxies, [])
  const rtmpLog = new RtmpLog(context.log)
  const rights = new PublishingRights(context)
  const addresses = new EncoderAddresses(context)
  const tasks: PeriodicTask[] = []
  const server: RtmpServer = createRtmpServer({
    authorize,
    onEvent: (event) => rtmpLog.add(event),
    isProxy: proxies,
  })

  async function authorize(request: PublishRequest, publisher: Publisher): Promise<PublishDecision> {
    if (request.app !== limits.rtmpApp) {
      return refuse(`The server address must end with /${limits.rtmpApp}: ${context.addresses().rtmpUrl}`)
    }
    if (isClosing) return refuse(restartingReason)
    const forbidden = addresses.refusalOf(request.remoteAddress)
    if (forbidden !== undefined) return refuse(forbidden)
    const keyHashes = streamKeyHashes(context.secrets.streamKey, request.streamKey)
    const username = await findStreamKeyOwner(context.db, keyHashes)
    if (!username) {
      const reason = 'This stream key is not valid. Copy the current one from the Stream Key page.'
      return { accept: false, reason, isWrongKey: true }
    }
    // Its reconnect window may have ended since the last check.
    byUsername.get(username)?.check()
    const refusal = await rights.refusalOf(username, { isContinued: await isOnAir(username) })
    if (refusal !== undefined) return refuse(refusal)
    const isHeldHere = byUsername.has(username) || (await leases.acquire(username))
    const broadcast = isHeldHere ? (byUsername.get(username) ?? (await openBroadcast(username))) : undefined
    await learnStreamKey(username)
    if (isClosing) {
      await leases.release(username)
      return refuse(restartingReason)
    }
    if (!broadcast || broadcast.isDelivering) {
      return refuse(`${username} is live from another encoder already. Stop that one first.`)
    }
    const sink = rights.limit(broadcast, broadcast.attach(publisher))
    addresses.remember(broadcast, request.remoteAddress)
    // What was decided since it was asked has not found this broadcast.
    void checkRights(broadcast)
    return { accept: true, sink, maxBitsPerSecond: () => rights.maxBitsPerSecond() }
  }

  async function isOnAir(username: string): Promise<boolean> {
    return byUsername.has(username) || (await findLiveBroadcast(context.db, username, context.now())) !== undefined
  }

  async function checkRights(broadcast: Broadcast): Promise<void> {
    addresses.check(broadcast)
    try {
      await rights.check(broadcast)
    } catch (error) {
      context.log.warn({ error, username: broadcast.username }, 'could not check whether a channel may broadcast')
    }
  }

  async function checkAllRights(): Promise<void> {
    await Promise.all([...byUsername.values()].map(checkRights))
  }

  /** Resumes the broadcast that a previous process left on air, or begins a new one. */
  async function openBroadcast(username: string): Promise<Broadcast> {
    const row = await findLiveBroadcast(context.db, username, context.now())
    const inherited = row && canResume(row, context.now()) ? row : undefined
    return addBroadcast(username, inherited)
  }

  async function addBroadcast(username: string, inherited: BroadcastRow | undefined): Promise<Broadcast> {
    const [tokensValidFromMs, { isRecorded }] = await Promise.all([
      findStreamKeyTime(context.db, username),
      findRecordingSettings(context.db, username),
    ])
    // Another call may have been faster.
    const known = byUsername.get(username)
    if (known) return known
    const id = inherited?.id ?? randomId()
    const identity = { id, username, inherited, checkpoints, tokensValidFromMs, isRecorded }
    const broadcast: Broadcast = new Broadcast(context, identity, openers, () => {
      rights.release(broadcast)
      byUsername.delete(username)
      byStreamId.delete(id)
    })
    byUsername.set(username, broadcast)
    byStreamId.set(id, broadcast)
    return broadcast
  }

  /** Lets go of a broadcast that another process continues. That process now answers its viewers. */
  async function letGo(broadcast: Broadcast): Promise<void> {
    byUsername.delete(broadcast.username)
    byStreamId.delete(broadcast.id)
    await broadcast.release('Another server of this site has taken over this broadcast.')
  }

  /** An encoder of this channel has connected to another process. Keeps the broadcast while an encoder delivers here. */
  async function handleBroadcastWanted(username: string, by: string): Promise<void> {
    const broadcast = byUsername.get(username)
    if (!broadcast || by === nodeUrl) return
    if (broadcast.isDelivering) {
      await leases.renew([username])
      return
    }
    await letGo(broadcast)
    // Its encoder may have returned to this process in the meantime.
    if (!byUsername.has(username)) await leases.transfer(username, by)
  }

  /** An encoder may use a new key before the message arrives that there is one: then the key is not new to the broadcast any more. */
  async function learnStreamKey(username: string): Promise<void> {
    const keyTimeMs = await findStreamKeyTime(context.db, username)
    const broadcast = byUsername.get(username)
    if (broadcast && keyTimeMs > broadcast.tokensValidFromMs) broadcast.replaceStreamKey(keyTimeMs)
  }

  function learnKeyOf(username: string): void {
    learnStreamKey(username).catch((error) =>
      context.log.error({ error, username }, 'could not look for a new stream key'),
    )
  }

  async function resumeBroadcasts(): Promise<void> {
    const rows = await listLiveBroadcasts(context.db, context.now())
    const held = new Set(await leases.renew(rows.map(({ username }) => username)))
    for (const row of rows) {
      const { id, username, lastMediaAtMs } = row
      if (!held.has(username) || byUsername.has(username)) continue
      if (canResume(row, context.now())) await addBroadcast(username, row)
      else await endBroadcast(context.db, id, lastMediaAtMs, lastMediaAtMs)
    }
  }

  async function closeAll(): Promise<void> {
    isClosing = true
    certificate?.close()
    const held = [...byUsername.values()]
    if (nodeUrl !== undefined) {
      // This process still answers for a few seconds: it finds the broadcasts at their next holder, as it does those of others.
      byUsername.clear()
      byStreamId.clear()
    }
    const releases = held.map(async (broadcast) => {
      await broadcast.release(restartingReason)
      // A lease that cannot be released expires.
      await leases.release(broadcast.username).catch(() => undefined)
    })
    // At once, so that encoders connect to another process.
    await Promise.all([...releases, server.close()])
    await Promise.all(tasks.map((task) => task.close()))
    rtmpLog.endPeriod()
  }

  return {
    find: (streamId) => byStreamId.get(streamId),
    async renewLeases() {
      const held = [...byUsername.values()]
      const kept = new Set(await leases.renew(held.map(({ username }) => username)))
      const lost = held.filter((broadcast) => !kept.has(broadcast.username))
      await Promise.all(lost.map((broadcast) => byUsername.get(broadcast.username) === broadcast && letGo(broadcast)))
    },
    get liveCount() {
      return byStreamId.size
    },
    get heldRequests() {
      return [...byStreamId.values()].reduce((sum, { hls }) => sum + hls.heldRequests, 0)
    },
    get delays() {
      return [...byStreamId.values()].filter(({ isDelivering }) => isDelivering).map(({ delays }) => delays)
    },
    async listen() {
      for (const decisions of [context.measures, context.settings, context.admitted]) {
        decisions.onChange(() => void checkAllRights())
      }
      await context.state.subscribe('stream-key-replaced', ({ username }) => learnKeyOf(username))
      await context.state.subscribe('broadcast-wanted', ({ username, by }) => {
        handleBroadcastWanted(username, by).catch((error) =>
          context.log.error({ error, username }, 'could not hand over a broadcast'),
        )
      })
      tasks.push(readMissedMessages(context.state, () => [...byUsername.keys()].forEach(learnKeyOf)))
      const { port } = await server.listen(context.config.rtmp.port, context.config.rtmp.host)
      const log = startPeriodicTask(() => rtmpLog.endPeriod(), {
        pauseMs: rtmpLogPeriodMs,
        onError: (error) => context.log.error({ error }, 'could not log the counts of rtmp events'),
      })
      const checks = startPeriodicTask(checkAllRights, {
        pauseMs: rightsIntervalMs,
        onError: (error) => context.log.error({ error }, 'could not check who may broadcast'),
      })
      tasks.push(log, checks)
      // Only now: a process that is started twice by mistake fails to open the port, and must not take over the broadcasts.
      await resumeBroadcasts()
      return port
    },
    async listenSecure() {
      const { rtmp, rtmps } = context.config
      if (!rtmps) return undefined
      const opened = await openCertificate(rtmps, context.log)
      certificate = opened
      return (await server.listen(rtmps.port, rtmp.host, () => opened.secureContext)).port
    },
    close() {
      closing ??= closeAll()
      return closing
    },
  }
}

const restartingReason = 'The server is restarting. Reconnect in a moment.'

function refuse(reason: string): PublishDecision {
  return { accept: false, reason }
}
