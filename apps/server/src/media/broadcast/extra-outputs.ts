import type { HlsStream } from '@waggle/media/hls/hls-stream'
import type { MediaContext } from '../context.ts'
import { Ladder } from '../ladder/ladder.ts'
import { runFfmpeg } from '../ladder/run-ffmpeg.ts'
import { createTranscoding } from '../ladder/transcoding.ts'
import { createPictureMaker } from '../thumbnails/picture-maker.ts'
import { Thumbnailer } from '../thumbnails/thumbnailer.ts'
import type { BroadcastOutput } from './broadcast-output.ts'

/** What ffmpeg adds to a broadcast. */
export interface ExtraOutputs {
  ladder: BroadcastOutput | undefined
  thumbnailer: Thumbnailer | undefined
}

export type OpenExtraOutputs = (
  streamId: string,
  hls: HlsStream,
  onThumbnail: (takenAtMs: number) => void,
) => ExtraOutputs

const probeTimeoutMs = 15_000

/** Looks for ffmpeg, and says once what is missing without it. */
export async function prepareExtraOutputs(context: Omit<MediaContext, 'openExtras'>): Promise<OpenExtraOutputs> {
  const { log, now } = context
  const encoders = await runFfmpeg(['-hide_banner', '-encoders'], probeTimeoutMs)
  if (!encoders?.output.includes(' libx264 ')) {
    const fault = encoders ? 'this ffmpeg cannot encode H.264 (libx264)' : 'ffmpeg is not installed'
    log.warn(`${fault}: streams have only the quality they come in, and no thumbnails. apt-get install ffmpeg`)
    return () => ({ ladder: undefined, thumbnailer: undefined })
  }
  const transcoding = createTranscoding(context)
  const maker = createPictureMaker()
  return (streamId, hls, onPicture) => ({
    ladder: transcoding && new Ladder(hls, streamId, transcoding),
    thumbnailer: new Thumbnailer({ maker, log, now, onPicture }),
  })
}
