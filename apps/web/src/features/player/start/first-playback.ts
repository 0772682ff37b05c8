import type { StreamInfo } from '@waggle/contract/endpoints'
import type { MediaServers } from '../engines/edges/media-servers.ts'
import { startLiveEngine } from '../engines/live-engine.ts'
import type { ViewerSession } from '../keys/hls-token.ts'
import { smallPlayback, takeSmallPlayback } from '../small/small-playback.ts'
import type { FirstPicture } from './first-picture.ts'
import { createPlayerVideo, type StartedPlayback } from './player-video.ts'
import { preloadMedia } from './preload-player.ts'

/** From src/player-files.ts. */
const ahead = globalThis as { firstPicture?: FirstPicture | undefined }

/** A page that has not asked for its playback by then does not show a player. */
const unusedAfterMs = 10_000

/** What waits for a picture is needed as well. */
const longestWaitMs = 500

let dropTimer: ReturnType<typeof setTimeout> | undefined
/** The first picture of the playback that was started last. */
let shown = Promise.resolve()
let waiting: { streamId: string; started: StartedPlayback; stage: Element | null } | undefined

/**
 * Starts to play the stream of the page that is being opened, before the app is drawn, which takes about as long as everything that
 * leads to the first picture. The video takes the place of the picture that the server put into the page
 * (apps/server/src/core/pages/page-answers.ts), if it did, and lies above the app until the app's player takes it over. Resolves when
 * the first picture is shown, or when there will be none.
 */
export async function startFirstPlayback(
  { streamId, thumbnail, isLive }: Pick<StreamInfo, 'streamId' | 'thumbnail' | 'isLive'>,
  { servers, session }: { servers: MediaServers; session: () => ViewerSession | undefined },
): Promise<void> {
  if (!isLive || streamId === null) return
  if (smallPlayback.getState().current?.streamId === streamId) return
  dropFirstPlayback()
  preloadMedia(streamId, servers)
  const { firstPicture } = ahead
  const video = createPlayerVideo(thumbnail, firstPicture?.streamId === streamId ? firstPicture.video : undefined)
  const stage = showInStage(video)
  const engine = startLiveEngine({ video, streamId, servers, session })
  waiting = { streamId, started: { ...engine, video }, stage }
  clearTimeout(dropTimer)
  dropTimer = setTimeout(dropFirstPlayback, unusedAfterMs)
  shown = new Promise<void>((resolve) => {
    video.requestVideoFrameCallback(() => resolve())
    engine.playback.subscribe(() => {
      if (['error', 'ended'].includes(engine.playback.getState().status)) resolve()
    })
  })
  // Nothing of it can be seen before the app is drawn.
  if (stage) await shown
}

/** Resolves when the playback that was started last shows its first picture, or there will be none; after half a second at the latest. */
export async function firstPictureIsShown(): Promise<void> {
  await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, longestWaitMs))])
}

/**
 * Moves the video of the playback that was started before the app was drawn, or that went on in the corner, into `holder`. Returns the
 * playback, once; the caller closes it. A video that is moved within one task keeps playing.
 */
export function takeFirstPlayback(streamId: string, holder: Element): StartedPlayback | undefined {
  const small = takeSmallPlayback(streamId, holder)
  if (small || waiting?.streamId !== streamId) {
    dropFirstPlayback()
    return small
  }
  const { started, stage } = waiting
  waiting = undefined
  // And what first-part.ts has laid over it, if it has no picture yet.
  holder.append(started.video, document.querySelector('.first-cover') ?? '')
  stage?.remove()
  return started
}

/** Takes the picture's place out of the app's root, which is emptied when the app is drawn, and lays it above. */
function showInStage(video: HTMLVideoElement): Element | null {
  const stage = document.querySelector('#root > .first-stage')
  if (!stage) return null
  stage.parentElement?.before(stage)
  stage.toggleAttribute('data-above', true)
  stage.querySelector('.first-picture')?.append(video)
  return stage
}

/** The playback was started for nothing. */
export function dropFirstPlayback(): void {
  waiting?.started.close()
  waiting?.stage?.remove()
  waiting = undefined
}
