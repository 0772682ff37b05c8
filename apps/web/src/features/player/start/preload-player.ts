import type { MediaServers } from '../engines/edges/media-servers.ts'
import { masterPlaylistAddress } from '../engines/hls/hls-config.ts'
import { prepareHls } from '../engines/hls/load-hls.ts'
import { firstMode } from '../engines/modes/first-mode.ts'
import { loadRealTime } from '../real-time/load-real-time.ts'
import { startWorkerAhead } from '../real-time/start-worker.ts'

let firstMedia: typeof import('./first-media.ts') | undefined

/**
 * Fetches the code that plays streams in the viewer's mode, and starts its worker; beside a playback only where the next one `isLikely`.
 * A failure is left to the player, which tries again and reports it.
 */
export function preloadPlayer(isLikely: boolean): void {
  if (firstMode() === 'low-delay') {
    prepareHls().catch(() => undefined)
    import('./first-media.ts').then(
      (loaded) => {
        firstMedia = loaded
      },
      () => undefined,
    )
    return
  }
  startWorkerAhead(isLikely)
  loadRealTime().catch(() => undefined)
}

/** Fetches what a playback in low delay begins with, if the code for that is there. With edges the player chooses where it comes from. */
export function preloadMedia(streamId: string, { edges }: MediaServers): void {
  if (edges.length > 0 || firstMode() !== 'low-delay') return
  firstMedia?.fetchFirstMedia(masterPlaylistAddress(streamId)).catch(() => undefined)
}
