import { expect, it } from 'vitest'
import { killAnnouncer } from '../../testing/announcements/kill-announcer.ts'

/** For more kills: KILLS=50 npx vitest run --project unit announcer-killed */
const kills = Number(process.env.KILLS ?? 8)

it(`makes one post per broadcast and edits it once, although its process is killed ${kills} times`, {
  timeout: 60_000 + kills * 8000,
}, async () => {
  const { faults, broadcasts, ...killed } = await killAnnouncer(kills)
  expect(faults).toEqual([])
  expect(killed.kills).toBe(kills)
  expect(broadcasts).toBeGreaterThanOrEqual(3)
})
