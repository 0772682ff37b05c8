import type { Answer } from '@waggle/contract/endpoints'

/** As fine as a bar of a thousand pixels can show. */
const columns = 200

/**
 * The chat's activity as the path of an area that is 100 wide and 1 high, the busiest stretch at the top; undefined where nothing was
 * written in what the bar covers.
 */
export function activityPath(
  { startedAt, secondsEach, messages }: Answer<'getChatActivity'>,
  takenMs: (share: number) => number | undefined,
): string | undefined {
  const counts = Array.from({ length: columns }, (_, column) => {
    const atMs = takenMs((column + 0.5) / columns)
    return atMs === undefined ? 0 : (messages[Math.floor((atMs - startedAt) / 1000 / secondsEach)] ?? 0)
  })
  const most = Math.max(...counts)
  if (most === 0) return undefined
  const points = counts.map(
    (count, column) => `${toText(((column + 0.5) / columns) * 100)} ${toText(1 - count / most)}`,
  )
  return `M0 1 L${points.join(' L')} L100 1 Z`
}

function toText(value: number): string {
  return String(Math.round(value * 100) / 100)
}
