import { availableParallelism } from 'node:os'
import { ladderHeights } from '@waggle/contract/streams/ladder-heights'
import type { Config } from '../../config/config.ts'
import type { Log } from '../../lib/log.ts'
import { CoreBudget, shareOfCores } from './core-budget.ts'
import { measureEncodeCost } from './encode-cost.ts'
import type { Rung } from './rung.ts'

/** What the ladders of this process share. */
export interface Transcoding {
  heights: readonly number[]
  log: Log
  now(): number
  /** Makes ready what the first ladder needs. */
  prepare(): void
  readonly isReady: boolean
  /** Takes the cores for a rung; undefined when they are not left. The operator's own list is not refused. */
  admit(rung: Rung, framesPerSecond: number): number | undefined
  giveBack(cores: number): void
}

/** Real pictures cost more than the test picture that was measured; decoding and scaling come on top. */
const realPictureFactor = 2

/** Undefined when there is to be no ladder. */
export function createTranscoding(context: { config: Config; log: Log; now(): number }): Transcoding | undefined {
  const { log, now } = context
  const { transcode } = context.config
  if (transcode === 'off') return undefined
  if (transcode !== 'auto') {
    return { heights: transcode, log, now, prepare() {}, isReady: true, admit: () => 0, giveBack() {} }
  }
  const budget = new CoreBudget(availableParallelism() * shareOfCores)
  let isMeasuring = false
  let coreSecondsPerMegapixel: number | undefined
  return {
    heights: ladderHeights,
    log,
    now,
    prepare() {
      if (isMeasuring) return
      isMeasuring = true
      void measureEncodeCost().then((cost) => {
        coreSecondsPerMegapixel = cost * realPictureFactor
        log.info({ coreSecondsPerMegapixel, cores: availableParallelism() }, 'measured what transcoding costs here')
      })
    },
    get isReady() {
      return coreSecondsPerMegapixel !== undefined
    },
    admit({ width, height }, framesPerSecond) {
      const cores = ((width * height) / 1e6) * framesPerSecond * (coreSecondsPerMegapixel ?? Number.POSITIVE_INFINITY)
      return budget.take(cores) ? cores : undefined
    },
    giveBack: (cores) => budget.giveBack(cores),
  }
}
