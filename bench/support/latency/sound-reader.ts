import type { Page } from 'playwright-core'

/** What a viewer heard of the clock's beeps: the age of each when it was heard, less than a second, and whether anything was heard. */
export interface SoundReading {
  ages: number[]
  loudest: number
}

/**
 * Must run before the page is opened. Listens to what the page's Web Audio sends to the speakers, and measures how old every beep is when
 * it leaves them. The sound of a media element is not heard.
 */
export async function watchSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const reading: SoundReading = { ages: [], loudest: 0 }
    Object.assign(globalThis, { soundReading: reading })
    const threshold = 0.05
    const pauseSeconds = 0.3

    const listen = (context: AudioContext, node: AudioNode) => {
      const analyser = new AnalyserNode(context, { fftSize: 8192 })
      connect.call(node, analyser as unknown as AudioParam)
      const samples = new Float32Array(analyser.fftSize)
      let loudAt = Number.NEGATIVE_INFINITY
      setInterval(() => {
        const until = context.currentTime
        const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp()
        analyser.getFloatTimeDomainData(samples)
        for (const [index, sample] of samples.entries()) {
          reading.loudest = Math.max(reading.loudest, Math.abs(sample))
          const at = until - (samples.length - index) / context.sampleRate
          if (Math.abs(sample) < threshold || at <= loudAt) continue
          if (at - loudAt > pauseSeconds) {
            const heardMs = performance.timeOrigin + performanceTime + (at - contextTime) * 1000
            reading.ages.push(heardMs % 1000)
          }
          loudAt = at
        }
      }, 30)
    }
    const { connect } = AudioNode.prototype
    AudioNode.prototype.connect = function (this: AudioNode, target: AudioNode, ...rest: number[]) {
      if (target instanceof AudioDestinationNode) listen(this.context as AudioContext, this)
      return connect.call(this, target as unknown as AudioParam, ...(rest as [number])) as unknown as AudioNode
    } as typeof connect
  })
}

/** Returns what was read since the previous call. */
export async function takeSoundReading(page: Page): Promise<SoundReading> {
  return page.evaluate(() => {
    const { soundReading } = globalThis as unknown as { soundReading: SoundReading }
    const taken = { ages: [...soundReading.ages], loudest: soundReading.loudest }
    soundReading.ages.length = 0
    soundReading.loudest = 0
    return taken
  })
}

/** How much later than a picture of this age beeps were heard: their ages are known but for whole seconds. */
export function soundOffsets(beepAges: readonly number[], pictureAgeMs: number): number[] {
  return beepAges.map((age) => ((((age - pictureAgeMs + 500) % 1000) + 1000) % 1000) - 500)
}
