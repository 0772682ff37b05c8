import type { Sample } from '@waggle/media/sample'

/** Kept at least, so that when an encoder of rungs dies, the next one can begin where it stopped. */
const minKeptMs = 6000
const maxBytes = 24 * 1024 * 1024
const maxSamples = 4000

/** The last seconds of a source, beginning with a key frame. */
export class RecentMedia {
  #samples: Sample[] = []
  #bytes = 0

  add(sample: Sample): void {
    const isKey = sample.track === 'video' && sample.key
    if (this.#samples.length === 0 && !isKey) return
    if (isKey) this.#dropBefore(sample.dtsMs - minKeptMs)
    this.#samples.push(sample)
    this.#bytes += sample.data.length
    // Part of a GOP is of no use: when it does not fit, all of it is dropped.
    if (this.#bytes > maxBytes || this.#samples.length > maxSamples) this.#dropFirstGop()
  }

  clear(): void {
    this.#samples = []
    this.#bytes = 0
  }

  /** The samples from the last key frame that is not after this time; all samples when it is undefined; none if every key frame is later. */
  since(dtsMs: number | undefined): readonly Sample[] {
    if (dtsMs === undefined) return this.#samples
    const start = this.#samples.findLastIndex((sample) => isKeyFrame(sample) && sample.dtsMs <= dtsMs)
    return start < 0 ? [] : this.#samples.slice(start)
  }

  #dropBefore(dtsMs: number): void {
    const start = this.#samples.findLastIndex((sample) => isKeyFrame(sample) && sample.dtsMs <= dtsMs)
    if (start > 0) this.#keepFrom(start)
  }

  #dropFirstGop(): void {
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
