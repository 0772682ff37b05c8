import type { StreamInfo } from '@waggle/contract/endpoints'
import type { StreamHealth } from '@waggle/contract/stats/endpoints'

export type BroadcastState = 'live' | 'reconnecting' | 'stopped' | 'starting' | 'offline'

/**
 * What the streamer's broadcast does; undefined before it is known. The measurements know first that an encoder has connected, or has
 * gone; what viewers see decides otherwise.
 */
export function broadcastState(
  stream: Pick<StreamInfo, 'isLive' | 'isStopped' | 'isReconnecting'> | undefined,
  signal: StreamHealth['state'] | undefined,
): BroadcastState | undefined {
  if (!stream) return undefined
  if (!stream.isLive) return signal === 'starting' ? 'starting' : 'offline'
  if (stream.isStopped || signal === 'stopped') return 'stopped'
  return stream.isReconnecting || signal === 'dropped' ? 'reconnecting' : 'live'
}
