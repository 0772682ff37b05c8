import type { ClientEvents, ServerEvents } from '@waggle/contract/chat/socket-events'
import { keyNumberAt } from '@waggle/contract/playback/hls-keys'
import { io, type Socket } from 'socket.io-client'
import { startPeriodicTask } from '../../../apps/server/src/lib/periodic-task.ts'
import { callApi } from '../server/account.ts'

/** A viewer without the new key counts for another ten seconds (apps/server/src/http/viewer-count.ts): it is fetched well within them. */
const fetchEveryMs = 4000

export interface Audience {
  close(): Promise<void>
}

/** Viewers of broadcasts who fetch the keys as players do, and so count (rule PLAYER-13). They download no media. */
export async function gatherAudience(siteUrl: string, viewers: ReadonlyMap<string, number>): Promise<Audience> {
  const tokens: { streamId: string; token: string }[] = []
  for (const [streamId, count] of viewers) {
    for (let viewer = 0; viewer < count; viewer++) {
      tokens.push({ streamId, ...(await callApi(siteUrl, `/api/hls/token/${streamId}`, { method: 'POST' })) })
    }
  }
  const fetchKeys = async () => {
    const key = keyNumberAt(Date.now())
    const fetchKey = ({ streamId, token }: (typeof tokens)[number]) =>
      fetch(`${siteUrl}/api/hls/key/${streamId}/${key}?token=${token}`)
    const refused = (await Promise.all(tokens.map(fetchKey))).find(({ ok }) => !ok)
    if (refused) throw new Error(`a viewer was refused the key: ${refused.status}`)
  }
  await fetchKeys()
  return startPeriodicTask(fetchKeys, { pauseMs: fetchEveryMs, onError: (error) => console.error(error) })
}

/** Signed-in people who read the chat of a channel. */
export function joinChat(siteUrl: string, channel: string, tokens: readonly string[]): { close(): void } {
  const sockets = tokens.map((token) => {
    const socket: Socket<ServerEvents, ClientEvents> = io(siteUrl, { transports: ['websocket'], forceNew: true })
    socket.on('connect', () => socket.emit('join-room', { room: `chat-${channel}`, token, coalesce: true }, () => {}))
    return socket
  })
  return { close: () => sockets.forEach((socket) => void socket.disconnect()) }
}
