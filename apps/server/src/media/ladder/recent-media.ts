import type { Sample } from '@waggle/media/sample'

/** Kept at least, so that an encoder of rungs that dies can be replaced by one that begins where it stopped. */
const keptMs = 6000
const maxBytes = 24 * 1024 * 1024
const maxSamples = 4000

/** The last seconds of a source, from a key frame on. */
export class RecentMedia {
  #samples: Sample[] = []
  #bytes = 0

  add(sample: Sample): void {
    const isKey = sample.track === 'video' && sample.key
    if (this.#samples.length === 0 && !isKey) return
    if (isKey) this.#forgetBefore(sample.dtsMs - keptMs)
    this.#samples.push(sample)
    this.#bytes += sample.data.length
    // A group of pictures that does not fit is not worth a part of it.
    if (this.#bytes > maxBytes || this.#samples.length > maxSamples) this.#forgetFirstGroup()
  }

  clear(): void {
    this.#samples = []
    this.#bytes = 0
  }

  /** From the last key frame not after this time on, or from the first one there is; empty when that one is later. */
  since(dtsMs: number | undefined): readonly Sample[] {
    if (dtsMs === undefined) return this.#samples
    const start = this.#samples.findLastIndex((sample) => isKeyFrame(sample) && sample.dtsMs <= dtsMs)
    return start < 0 ? [] : this.#samples.slice(start)
  }

  #forgetBefore(dtsMs: number): void {
    const start = this.#samples.findLastIndex((sample) => isKeyFrame(sample) && sample.dtsMs <= dtsMs)
    if (start > 0) this.#keepFrom(start)
  }

  #forgetFirstGroup(): void {
    const start = this.#samples.findIndex((sample, index) => index > 0 && isKeyFrame(sample))
    if (start < 0) this.clear()
    else this.#keepFrom(start)
  }

  #keepFrom(start: number): void {
    this.#samples = this.#samples.slice(start)
    this.#bytes = this.#samples.reduce((sum, { data }) => sum + data.length, 0)
  }
}

function isKeyFrame(sample: Sample): boolean {
  return sample.track === 'video' && sample.key
}
