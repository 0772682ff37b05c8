import type { Site, StreamInfo } from '@waggle/contract/endpoints'
import { mediaServersOf } from './features/player/engines/edges/media-servers.ts'
import { dropFirstPlayback, startFirstPlayback } from './features/player/start/first-playback.ts'
import { preloadPlayer } from './features/player/start/preload-player.ts'
import { session } from './page-session.ts'

// What the page does with streams before the app, or the page of a channel, is drawn. It is a part of the build of its own.
export { dropFirstPlayback as dropStream, preloadPlayer }

/** Plays a stream for the page that is being opened. Resolves when its first picture is shown, or there will be none. */
export function startStream(stream: StreamInfo, site: Site | undefined): Promise<void> {
  return startFirstPlayback(stream, { servers: mediaServersOf(site), session: session.credentials })
}
