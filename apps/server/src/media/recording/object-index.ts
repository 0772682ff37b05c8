import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { type FragmentHead, readHead, type SampleRun } from '@waggle/media/fmp4/fragment-reader'
import { decrypt, encrypt } from '@waggle/media/hls/encryption'
import type { ClosedSegment } from '@waggle/media/hls/rendition/closed-segment'
import type { RecordedIndex } from '../../db/recordings/recorded-objects.ts'

/** The HLS key of a period. */
export type KeyOf = (keyNumber: number) => Uint8Array

/** The times and sizes of all samples in an object: about one thousandth of its media, and encrypted as it is. */
export class ObjectIndex {
  readonly #keyOf: KeyOf
  /** For each segment. */
  readonly #heads: (readonly FragmentHead[])[] = []
  #keyNumber = 0

  constructor(keyOf: KeyOf) {
    this.#keyOf = keyOf
  }

  add({ encryption, heads }: ClosedSegment): void {
    if (encryption === undefined) return
    this.#keyNumber = encryption.keyNumber
    this.#heads.push(heads)
  }

  /** Undefined when there is nothing to find with it. */
  async encode(): Promise<{ facts: Pick<RecordedIndex, 'keyNumber' | 'iv'>; body: Uint8Array } | undefined> {
    if (this.#heads.length === 0) return undefined
    const plain = await promisify(deflateRaw)(
      JSON.stringify(this.#heads.map((heads) => heads.flatMap(readHead).map(toRow))),
    )
    const iv = randomBytes(16)
    const keyNumber = this.#keyNumber
    const body = encrypt([plain], { keyNumber, key: this.#keyOf(keyNumber), iv })
    return { facts: { keyNumber, iv: iv.toString('hex') }, body }
  }
}

/** The samples of each segment of an object; undefined where the index is not what was written. */
export async function readIndex(
  body: Uint8Array,
  { keyNumber, iv }: Pick<RecordedIndex, 'keyNumber' | 'iv'>,
  keyOf: KeyOf,
): Promise<SampleRun[][] | undefined> {
  try {
    const plain = decrypt(body, { keyNumber, key: keyOf(keyNumber), iv: Buffer.from(iv, 'hex') })
    const segments = JSON.parse((await promisify(inflateRaw)(plain)).toString()) as Row[][]
    return segments.map((rows) => rows.map(fromRow))
  } catch {
    return undefined
  }
}

/** Rows are shorter than objects. */
type Row = [kind: SampleRun['kind'], decodeTime: number, offset: number, samples: SampleRow[]]
type SampleRow = [duration: number, size: number, isKey: 0 | 1, compositionOffset: number]

function toRow({ kind, decodeTime, offset, samples }: SampleRun): Row {
  const rows = samples.map((sample): SampleRow => {
    return [sample.duration, sample.size, sample.isKey ? 1 : 0, sample.compositionOffset]
  })
  return [kind, decodeTime, offset, rows]
}

function fromRow([kind, decodeTime, offset, rows]: Row): SampleRun {
  const samples = rows.map(([duration, size, isKey, compositionOffset]) => {
    return { duration, size, isKey: isKey === 1, compositionOffset }
  })
  return { kind, decodeTime, offset, samples }
}
