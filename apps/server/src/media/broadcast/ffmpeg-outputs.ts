import type { MediaContext } from '../context.ts'
import { openFfmpeg } from '../ffmpeg/ffmpeg.ts'
import { pathsHiddenFromFfmpeg } from '../ffmpeg/hidden-paths.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import { Ladder } from '../ladder/ladder.ts'
import { createTranscoding } from '../ladder/transcoding.ts'
import { createPictureMaker } from '../thumbnails/picture-maker.ts'
import { Thumbnailer } from '../thumbnails/thumbnailer.ts'
import type { PlayableOutputs } from './playable-outputs.ts'

/** The outputs of a broadcast that need ffmpeg. */
export interface FfmpegOutputs {
  ladder: Ladder | undefined
  thumbnailer: Thumbnailer | undefined
}

export type OpenFfmpegOutputs = (
  streamId: string,
  outputs: PlayableOutputs,
  onThumbnail: (takenAtMs: number, picture: Uint8Array) => void,
) => FfmpegOutputs

const probeTimeoutMs = 15_000

/** Checks which ffmpeg is installed, and logs once what the site lacks without it. */
export async function prepareFfmpegOutputs(
  context: MediaContext,
): Promise<{ openFfmpegOutputs: OpenFfmpegOutputs; hasFfmpeg: boolean }> {
  const { config, log, now } = context
  const ffmpeg = await openFfmpeg(pathsHiddenFromFfmpeg(config))
  const encoders = await runFfmpeg(ffmpeg, ['-hide_banner', '-encoders'], { timeoutMs: probeTimeoutMs })
  if (!encoders?.output.includes(' libx264 ')) {
    const fault = encoders ? 'this ffmpeg cannot encode H.264 (libx264)' : 'ffmpeg is not installed'
    log.warn(`${fault}: streams have only the quality they come in, and no thumbnails. apt-get install ffmpeg`)
    return { hasFfmpeg: false, openFfmpegOutputs: () => ({ ladder: undefined, thumbnailer: undefined }) }
  }
  if (ffmpeg.weaknesses.length > 0) {
    const weaknesses = ffmpeg.weaknesses.join(', ')
    log.warn(`ffmpeg, which decodes what encoders send, cannot be fully confined on this system: ${weaknesses}`)
  }
  const transcoding = createTranscoding(context, ffmpeg)
  const maker = createPictureMaker(ffmpeg)
  const openFfmpegOutputs: OpenFfmpegOutputs = (streamId, outputs, onPicture) => ({
    ladder: transcoding && new Ladder(outputs, streamId, transcoding),
    thumbnailer: new Thumbnailer({ maker, log, now, onPicture }),
  })
  return { openFfmpegOutputs, hasFfmpeg: true }
}
