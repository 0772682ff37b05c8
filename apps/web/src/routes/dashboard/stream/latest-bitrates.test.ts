import { expect, it } from 'vitest'
import { latestBitrates } from './latest-bitrates.ts'

const minuteMs = 60_000
const recorded = (minute: number, kilobitsPerSecond: number | null) => ({ at: minute * minuteMs, kilobitsPerSecond })
const measured = (minute: number, value: number | null) => ({ at: minute * minuteMs, value })

it('[DASH-14] the bitrate of the last ten minutes is what was recorded, and then what the page measured', () => {
  expect(
    latestBitrates(
      [recorded(1, 900), recorded(5, 1000), recorded(12, null)],
      [measured(11.9, 5000), measured(12.1, 1200), measured(14, 1300)],
    ),
  ).toEqual([measured(5, 1000), measured(12, null), measured(12.1, 1200), measured(14, 1300)])
})

it('[DASH-14] the bitrate is shown before the first of it is recorded', () => {
  expect(latestBitrates([], [measured(1, 1200)])).toEqual([measured(1, 1200)])
  expect(latestBitrates([], [])).toEqual([])
})
