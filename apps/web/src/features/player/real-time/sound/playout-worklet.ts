import type { ToWorklet } from '../messages.ts'
import { SampleRing } from './sample-ring.ts'

// The types of the library are those of a page; these are of an audio worklet.
declare const currentFrame: number
declare const sampleRate: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

type Segment = Extract<ToWorklet, { type: 'segment' }>

/** A break in the sound is bent into the next samples, which is not heard; a step would click. */
const bendSamples = 96

/** Plays what the worker has decoded, at the moments that it says. It decides nothing. */
class PlayoutProcessor extends AudioWorkletProcessor {
  readonly #ring = new SampleRing()
  #segments: Segment[] = []
  /** Where the next block continues if nothing changes. */
  #expected = Number.NaN
  readonly #last = new Float32Array(8)

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<MessagePort>) => {
      data.onmessage = ({ data: message }: MessageEvent<ToWorklet>) => this.#take(message)
    }
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const [output = []] = outputs
    while ((this.#segments[1]?.frame ?? Number.POSITIVE_INFINITY) <= currentFrame) this.#segments.shift()
    const [segment] = this.#segments
    if (segment === undefined || segment.frame > currentFrame || segment.rate === 0) this.#playSilence(output)
    else this.#play(output, segment)
    return true
  }

  #take(message: ToWorklet): void {
    if (message.type === 'sound') this.#ring.write(message.block)
    // Later ones were decided without it.
    else this.#segments = [...this.#segments.filter(({ frame }) => frame < message.frame), message].slice(-2)
  }

  #play(output: Float32Array[], { frame, mediaMs, rate }: Segment): void {
    const step = (rate * this.#ring.sampleRateHz) / sampleRate
    let position = this.#ring.positionOf(mediaMs) + (currentFrame - frame) * step
    // Without a change of speed, samples are copied.
    if (step === 1) position = Math.round(position)
    const isContinued = Math.abs(position - this.#expected) < 1
    const length = output[0]?.length ?? 0
    for (const [channel, samples] of output.entries()) {
      for (let index = 0; index < length; index += 1) {
        samples[index] = this.#ring.sampleAt(channel, position + index * step)
      }
      if (!isContinued) this.#bend(samples, channel)
      this.#last[channel] = samples[length - 1] ?? 0
    }
    this.#expected = position + length * step
  }

  #playSilence(output: Float32Array[]): void {
    for (const [channel, samples] of output.entries()) {
      samples.fill(0)
      this.#bend(samples, channel)
      this.#last[channel] = 0
    }
    this.#expected = Number.NaN
  }

  #bend(samples: Float32Array, channel: number): void {
    const step = (this.#last[channel] ?? 0) - (samples[0] ?? 0)
    if (step === 0) return
    for (let index = 0; index < bendSamples; index += 1) {
      samples[index] = (samples[index] ?? 0) + step * (1 - index / bendSamples)
    }
  }
}

registerProcessor('playout', PlayoutProcessor)
