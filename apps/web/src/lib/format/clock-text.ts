/** A duration as a clock: `1:02:03`, `2:03`. A negative one is zero. */
export function clockText(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000))
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
