import { memoizeAsync } from '../../../lib/memoize-async.ts'
import type { MediaContext } from '../../context.ts'
import { type Ffmpeg, openFfmpeg } from '../../ffmpeg/ffmpeg.ts'
import { pathsHiddenFromFfmpeg } from '../../ffmpeg/hidden-paths.ts'
import { runFfmpeg } from '../../ffmpeg/run-ffmpeg.ts'

/** Media that a decoder can begin with, and where in it the wanted picture is. */
export interface PictureMedia {
  media: Uint8Array
  afterSeconds: number
}

const widthPixels = 640
const timeoutMs = 8000
const lifeMs = 10 * 60_000
/** A picture has about 60 kB. */
const maxKept = 200
/** Each takes about a tenth of a second. */
const maxWaiting = 50

/** Preview pictures of clips: their first picture, decoded when it is requested, one at a time. */
export class ClipPictures {
  readonly #context: Pick<MediaContext, 'config' | 'now'>
  readonly #pictureOf: (clipId: string) => Promise<Uint8Array>
  #ffmpeg: Promise<Ffmpeg> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(
    context: Pick<MediaContext, 'config' | 'now'>,
    mediaOf: (clipId: string) => Promise<PictureMedia | undefined>,
  ) {
    this.#context = context
    this.#pictureOf = memoizeAsync((clipId) => this.#inTurn(async () => this.#decode(await mediaOf(clipId))), {
      ...{ lifeMs, now: context.now, maxKeys: maxKept },
    })
  }

  /** A JPEG. Rejects where it cannot be made, or too many are wanted at a time. */
  of(clipId: string): Promise<Uint8Array> {
    return this.#pictureOf(clipId)
  }

  async #inTurn<Result>(make: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= maxWaiting) throw new RangeError('too many pictures are wanted')
    this.#waiting++
    const made = this.#last.then(make)
    this.#last = made.catch(() => undefined)
    return made.finally(() => this.#waiting--)
  }

  async #decode(source: PictureMedia | undefined): Promise<Uint8Array> {
    if (source === undefined) throw new Error('the clip has no media')
    this.#ffmpeg ??= openFfmpeg(pathsHiddenFromFfmpeg(this.#context.config))
    const args = [
      ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1', '-f', 'mp4', '-i', 'pipe:0'],
      // After the input: what is before the picture is decoded, and left out.
      ...['-ss', source.afterSeconds.toFixed(3), '-map', '0:v:0', '-frames:v', '1'],
      ...['-vf', `scale='min(${widthPixels},iw)':-2`, '-q:v', '5', '-f', 'mjpeg', 'pipe:1'],
    ]
    const result = await runFfmpeg(await this.#ffmpeg, args, { timeoutMs, input: source.media })
    if (!result || result.output.length === 0) throw new Error('the first picture of the clip cannot be decoded')
    return result.output
  }
}
