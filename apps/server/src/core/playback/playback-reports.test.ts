import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../testing/engines/private-process.ts'
import { startTestSite } from '../../testing/site.ts'
import { ReportPace } from './report-pace.ts'

const report = { mode: 'low-delay', watchedMs: 60_000, stalls: 2, stalledMs: 1500, delayMs: 1200 }

it('[HEALTH-3] what players report is counted by mode, and what cannot be is refused', async () => {
  const port = await freePort()
  const site = await startTestSite({ env: { WAGGLE_METRICS_PORT: String(port) } })
  onTestFinished(() => site.close())
  const send = (body: unknown) => site.request('POST', '/api/hls/reports', { body })
  expect((await send(report)).json).toEqual({ everySeconds: 60 })
  await send({ ...report, mode: 'recording', delayMs: null })
  const bad = [{ mode: 'fast' }, { stalls: -1 }, { watchedMs: 1e12 }, { delayMs: 0.5 }, { stalledMs: Number.NaN }]
  for (const fault of bad) expect((await send({ ...report, ...fault })).status).toBe(400)
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(text).toMatch(/^waggle_player_reports_total\{mode="low-delay"\} 1$/m)
  expect(text).toMatch(/^waggle_player_stalls_total\{mode="low-delay"\} 2$/m)
  expect(text).toMatch(/^waggle_player_stalled_seconds_total\{mode="recording"\} 1\.5$/m)
  expect(text).toMatch(/^waggle_player_delay_seconds_bucket\{le="1\.5",mode="low-delay"\} 1$/m)
  expect(text).not.toMatch(/^waggle_player_delay_seconds_count\{mode="recording"\}/m)
}, 60_000)

it('[HEALTH-3] players report less often on a busy site, and a flood is not counted', () => {
  let nowMs = 0
  const pace = new ReportPace(100, () => nowMs)
  const viewers = 5000
  const minute = () => {
    let counted = 0
    for (let sent = 0; sent < (viewers * 60) / pace.everySeconds; sent += 1) if (pace.count()) counted += 1
    nowMs += 60_000
    return counted
  }
  expect(minute()).toBe(1000)
  for (const _ of [1, 2, 3]) minute()
  expect(pace.everySeconds).toBe(3000)
  expect(minute()).toBe(100)
  nowMs += 60_000
  for (let quiet = 0; quiet < 6; quiet += 1) {
    pace.count()
    nowMs += 60_000
  }
  pace.count()
  expect(pace.everySeconds).toBe(60)
})
