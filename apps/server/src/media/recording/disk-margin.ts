import { statfs } from 'node:fs/promises'

const gibibyte = 1024 ** 3

/** How much of a disk recordings leave free for the database and the system: a twentieth, within bounds. */
export function marginBytes(diskBytes: number): number {
  return Math.min(Math.max(diskBytes / 20, 2 * gibibyte), 20 * gibibyte, diskBytes / 4)
}

/** Recording goes on when this much more than the margin is free, so that it does not stop and start all the time. */
const resumeFactor = 1.25

interface DiskFigures {
  bsize: number
  blocks: number
  bavail: number
}

/** Watches the free space of the disk that has the data folder: threat F12. */
export class DiskMargin {
  readonly #folder: string
  readonly #read: (folder: string) => Promise<DiskFigures>
  #hasRoom = true
  #freeBytes = Number.NaN

  constructor(folder: string, read: (folder: string) => Promise<DiskFigures> = statfs) {
    this.#folder = folder
    this.#read = read
  }

  get hasRoom(): boolean {
    return this.#hasRoom
  }

  get freeBytes(): number {
    return this.#freeBytes
  }

  async check(): Promise<void> {
    const { bsize, blocks, bavail } = await this.#read(this.#folder)
    const margin = marginBytes(bsize * blocks)
    this.#freeBytes = bsize * bavail
    this.#hasRoom = this.#freeBytes > margin * (this.#hasRoom ? 1 : resumeFactor)
  }
}
