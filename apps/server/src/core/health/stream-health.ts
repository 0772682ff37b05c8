import { limits } from '@waggle/contract/limits'
import type { StreamHealth as Answer } from '@waggle/contract/stats/endpoints'
import type { FastifyInstance } from 'fastify'
import { listSamples } from '../../db/broadcasts/broadcast-samples.ts'
import { type BroadcastRow, findLiveBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { route } from '../../http/route.ts'
import type { StreamHealth } from '../../shared-state/stream-health.ts'
import { requireOwner } from '../auth/require-owner.ts'
import type { CoreContext } from '../context.ts'
import { healthFindings } from './health-findings.ts'

/** The time over which the usual bitrate is taken. */
const usualBitrateMs = 5 * 60_000

/** The health of a streamer's broadcast: what arrives from the encoder, and its problems. */
export function streamHealthRoutes(app: FastifyInstance, context: CoreContext): void {
  route(app, context, 'getStreamHealth', async (call): Promise<Answer> => {
    const username = requireOwner(call)
    const nowMs = context.now()
    const [health, broadcast] = await Promise.all([
      context.state.findFact('stream-health', username),
      findLiveBroadcast(context.db, username, nowMs),
    ])
    if (broadcast && (broadcast.awaySinceMs !== null || (health && !health.isDelivering))) {
      return waiting(broadcast, health, nowMs)
    }
    if (!health?.isDelivering) return broadcast ? { ...offline, state: 'live', streamId: broadcast.id } : offline
    const recent = await listSamples(context.db, health.streamId, nowMs - usualBitrateMs)
    const rates = recent.flatMap(({ bitsPerSecond }) => bitsPerSecond || [])
    return {
      ...measured(health),
      state: broadcast ? 'live' : 'starting',
      findings: healthFindings(health, rates),
    }
  })
}

const offline: Answer = {
  state: 'offline',
  streamId: null,
  secondsLeft: null,
  encoder: null,
  video: null,
  audio: null,
  jitterMs: null,
  lateMs: null,
  missingFrames: null,
  reconnects: 0,
  recording: null,
  findings: [],
}

/** The broadcast has no encoder at the moment. */
function waiting(
  { id, awaySinceMs, lastMediaAtMs, isStopped }: BroadcastRow,
  health: StreamHealth | undefined,
  nowMs: number,
): Answer {
  const waitedMs = nowMs - (awaySinceMs ?? health?.lastMediaAtMs ?? lastMediaAtMs)
  const secondsLeft = Math.max(0, Math.round((limits.reconnectWindowMs - waitedMs) / 1000))
  return {
    ...offline,
    state: isStopped ? 'stopped' : 'dropped',
    streamId: id,
    secondsLeft,
    encoder: health?.encoder.name || null,
    reconnects: health?.encoder.reconnects ?? 0,
    findings: [
      isStopped
        ? { problem: 'encoder_stopped', severity: 'warning', value: secondsLeft, advised: null }
        : { problem: 'encoder_dropped', severity: 'error', value: secondsLeft, advised: null },
    ],
  }
}

function measured({
  streamId,
  encoder,
  video,
  audio,
  arrival,
  recording,
}: StreamHealth): Omit<Answer, 'state' | 'findings'> {
  const kilobits = (bitsPerSecond: number | null) => (bitsPerSecond === null ? null : Math.round(bitsPerSecond / 1000))
  return {
    streamId,
    secondsLeft: null,
    encoder: encoder.name || null,
    video: video && {
      codec: video.codec,
      width: video.width,
      height: video.height,
      framesPerSecond: video.framesPerSecond,
      kilobitsPerSecond: kilobits(video.bitsPerSecond),
      keyIntervalSeconds: video.keyIntervalMs === null ? null : video.keyIntervalMs / 1000,
    },
    audio: audio && {
      codec: audio.codec,
      sampleRateHz: audio.sampleRateHz,
      channels: audio.channels,
      kilobitsPerSecond: kilobits(audio.bitsPerSecond),
      isSilent: audio.isSilent,
    },
    jitterMs: Math.round(arrival.jitterMs),
    lateMs: Math.round(arrival.lateMs),
    missingFrames: video?.missingFrames ?? null,
    reconnects: encoder.reconnects,
    recording: recording ? (recording.pausedBecause === null ? 'on' : 'paused') : null,
  }
}
