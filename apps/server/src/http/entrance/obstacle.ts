import { StartError } from '../../lib/startup/start-error.ts'
import type { Entrance } from './entrance.ts'

interface Setup {
  moqRelay: unknown
  edges: readonly string[]
  recordings: 'off' | { publicUrl: string | undefined }
  egress: { edgeSecret: string | undefined }
}

interface Servers {
  api: string
  hls: string
  chat: string
}

/**
 * Why a site cannot be private as it is set up: what is named here hands media out without asking who wants them. Undefined where
 * nothing does. `servers` are the addresses that the web app was built with.
 */
export function obstacleToPrivacy(
  { moqRelay, edges, recordings, egress }: Setup,
  servers: Partial<Servers> = {},
): string | undefined {
  const unguarded = [
    moqRelay !== undefined && 'WAGGLE_MOQ_RELAY',
    edges.length > 0 && 'WAGGLE_EDGES',
    egress.edgeSecret !== undefined && 'WAGGLE_EDGE_SECRET',
    recordings !== 'off' && recordings.publicUrl !== undefined && 'WAGGLE_RECORDINGS_PUBLIC_URL',
  ].find((name) => typeof name === 'string')
  if (unguarded) {
    return `${unguarded} names a server that hands media out to everybody. Remove the setting and restart the site.`
  }
  if (!servers.api && !servers.hls && !servers.chat) return undefined
  return 'the web app was built with VITE_API_URL, VITE_HLS_URL or VITE_CHAT_URL, and browsers send the cookie that opens the site to its own address only. Build it again without them.'
}

/** A private site whose media somebody else hands out would be one by name only. */
export function refuseUnguardedSite(
  config: Setup,
  { isPrivate }: Pick<Entrance, 'isPrivate'>,
  servers?: Partial<Servers>,
): void {
  const obstacle = isPrivate ? obstacleToPrivacy(config, servers) : undefined
  if (obstacle !== undefined) throw new StartError(`The site is private, and ${obstacle}`)
}
