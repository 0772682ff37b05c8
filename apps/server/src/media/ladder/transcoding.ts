import { availableParallelism } from 'node:os'
import { ladderHeights } from '@waggle/contract/streams/ladder-heights'
import type { Config } from '../../config/config.ts'
import type { Log } from '../../lib/log.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { CoreBudget, shareOfCores } from './core-budget.ts'
import { measureEncodeCost } from './encode-cost.ts'
import type { Rung } from './rung.ts'

/** What the ladders of this process share. */
export interface Transcoding {
  ffmpeg: Ffmpeg
  heights: readonly number[]
  log: Log
  now(): number
  /** Starts the measurement that the first ladder needs. */
  prepare(): void
  readonly isReady: boolean
  /** Takes the cores for a rung and returns their number; undefined when too few are left. Heights listed by the operator are never refused. */
  admit(rung: Rung, framesPerSecond: number): number | undefined
  releaseCores(cores: number): void
}

/** Real video costs more than the measured test picture, and decoding and scaling add to it. */
const realPictureFactor = 2

/** Undefined when the ladder is switched off. */
export function createTranscoding(
  context: { config: Config; log: Log; now(): number },
  ffmpeg: Ffmpeg,
): Transcoding | undefined {
  const { log, now } = context
  const { transcode } = context.config
  if (transcode === 'off') return undefined
  if (transcode !== 'auto') {
    return { ffmpeg, heights: transcode, log, now, prepare() {}, isReady: true, admit: () => 0, releaseCores() {} }
  }
  const budget = new CoreBudget(availableParallelism() * shareOfCores)
  let isMeasuring = false
  let coreSecondsPerMegapixel: number | undefined
  return {
    ffmpeg,
    heights: ladderHeights,
    log,
    now,
    prepare() {
      if (isMeasuring) return
      isMeasuring = true
      void measureEncodeCost(ffmpeg).then((cost) => {
        coreSecondsPerMegapixel = cost * realPictureFactor
        log.info(
          { coreSecondsPerMegapixel, cores: availableParallelism() },
          'measured the cost of transcoding on this machine',
        )
      })
    },
    get isReady() {
      return coreSecondsPerMegapixel !== undefined
    },
    admit({ width, height }, framesPerSecond) {
      const cores = ((width * height) / 1e6) * framesPerSecond * (coreSecondsPerMegapixel ?? Number.POSITIVE_INFINITY)
      return budget.take(cores) ? cores : undefined
    },
    releaseCores: (cores) => budget.release(cores),
  }
}
