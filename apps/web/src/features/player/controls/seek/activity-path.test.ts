import { expect, it } from 'vitest'
import { activityPath } from './activity-path.ts'

const activity = { startedAt: 1_000_000, secondsEach: 10, messages: [0, 8, 0, 2] }

/** The heights of the area at these shares of the bar. */
function heightsAt(path: string | undefined, ...shares: number[]): (number | undefined)[] {
  const points = [...(path ?? '').matchAll(/L([\d.]+) ([\d.]+)/g)].map(([, x, y]) => ({
    x: Number(x),
    up: 1 - Number(y),
  }))
  return shares.map((share) => points.find(({ x }) => x >= share * 100)?.up)
}

it('[REC-11] is high where the chat was busy, by the clock of the picture', () => {
  const whole = activityPath(activity, (share) => 1_000_000 + share * 40_000)
  expect(heightsAt(whole, 0.1, 0.4, 0.6, 0.9)).toEqual([0, 1, 0, 0.25])
  // A recording without the second of the stretches: the broadcast was interrupted.
  const cut = activityPath(activity, (share) => 1_000_000 + share * 30_000 + (share > 1 / 3 ? 10_000 : 0))
  expect(heightsAt(cut, 0.1, 0.5, 0.9)).toEqual([0, 0, 1])
})

it('[REC-11] is absent where nothing was written in what the bar covers, and where times are not known', () => {
  expect(activityPath(activity, (share) => 1_000_000 + share * 9000)).toBeUndefined()
  expect(activityPath(activity, () => undefined)).toBeUndefined()
})
