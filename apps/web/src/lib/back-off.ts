/** How long to wait after `failures` failures in a row, counted from 0: `firstMs`, then twice as long each time, up to `longestMs`. */
export function backOffMs(failures: number, { firstMs, longestMs }: { firstMs: number; longestMs: number }): number {
  return Math.min(firstMs * 2 ** failures, longestMs)
}
