import { randomBytes } from 'node:crypto'
import type { ClosedSegment } from '@waggle/media/hls/rendition/closed-segment'

/** A segment of 2 s with random bytes in place of media. */
export function makeSegment(
  sequence: number,
  { rendition = 'source', init = 1, bytes = 1000 }: { rendition?: string; init?: number; bytes?: number } = {},
): ClosedSegment {
  const body = randomBytes(bytes)
  return {
    ...{ rendition, sequence, isAfterDiscontinuity: false, isIndependent: true, durationS: 2, size: bytes },
    programDateTimeMs: 1_800_000_000_000 + sequence * 2000,
    encryption: { keyNumber: 60_000_000, iv: randomBytes(16) },
    init: { number: init, body: Buffer.from(`init ${init}`) },
    tracks: {
      video: {
        ...{ track: 'video', codec: 'avc', codecString: 'avc1.64001f', width: 1280, height: 720 },
        description: new Uint8Array(4),
      },
    },
    frameRate: 30,
    pieces: [body],
    heads: [],
    release: () => undefined,
  }
}
