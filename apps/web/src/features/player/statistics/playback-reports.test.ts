import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startPlaybackReports } from './playback-reports.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start({ everySeconds = 60, fails = false } = {}) {
  const state = { isPaused: false, isWaiting: false, hasStarted: true, stalls: 0, stalledMs: 0 }
  const measure = { mode: 'real-time', latencySeconds: 0.4567 }
  const playing = { isFollowingLive: true }
  const sent: object[] = []
  let nowMs = 0
  const reports = startPlaybackReports({
    media: { getState: () => state },
    playback: { measure: () => measure, getState: () => playing },
    send: async (report: object) => {
      sent.push(report)
      if (fails) throw new Error('busy')
      return { everySeconds }
    },
    now: () => nowMs,
    random: () => 0,
  } as unknown as Parameters<typeof startPlaybackReports>[0])
  async function pass(seconds: number) {
    for (let second = 0; second < seconds; second += 5) {
      nowMs += 5000
      await vi.advanceTimersByTimeAsync(5000)
    }
  }
  return { state, measure, playing, sent, pass, reports, sleep: (ms: number) => (nowMs += ms) }
}

it('[HEALTH-3] reports what was watched and how it stalled since the last report, as often as the site wants', async () => {
  const { state, sent, pass } = start({ everySeconds: 120 })
  await pass(15)
  expect(sent).toEqual([])
  Object.assign(state, { stalls: 1, stalledMs: 800 })
  await pass(5)
  const first = { mode: 'real-time', watchedMs: 20_000, stalls: 1, stalledMs: 800, delayMs: 457 }
  expect(sent).toEqual([first])
  await pass(60)
  Object.assign(state, { isPaused: true })
  await pass(60)
  expect(sent).toEqual([first, { ...first, watchedMs: 60_000, stalls: 0, stalledMs: 0 }])
})

it('[HEALTH-3] says no delay of what is not followed live, and counts no time asleep', async () => {
  const { playing, measure, sent, pass, sleep, reports } = start()
  playing.isFollowingLive = false
  sleep(3_600_000)
  await pass(5)
  expect(sent).toMatchObject([{ watchedMs: 10_000, delayMs: null }])
  Object.assign(measure, { mode: 'recording' })
  playing.isFollowingLive = true
  await pass(10)
  reports.flush()
  expect(sent[1]).toMatchObject({ mode: 'recording', watchedMs: 10_000, delayMs: null })
})

it('[HEALTH-3] waits longer after a refusal, and sends what is left at the end', async () => {
  const { sent, pass, reports } = start({ fails: true })
  await pass(20)
  await pass(290)
  expect(sent).toHaveLength(1)
  reports.stop()
  expect(sent).toMatchObject([{ watchedMs: 20_000 }, { watchedMs: 290_000 }])
  await pass(600)
  expect(sent).toHaveLength(2)
})
