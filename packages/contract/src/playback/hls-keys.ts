/** Keys rotate on the wall clock: key number n is used in the n-th period since 1970. */
export const keyPeriodMs = 30_000

export function keyNumberAt(timeMs: number): number {
  return Math.floor(timeMs / keyPeriodMs)
}

export function hlsKeyPath(streamId: string, keyNumber: number): string {
  return `/api/hls/key/${streamId}/${keyNumber}`
}
