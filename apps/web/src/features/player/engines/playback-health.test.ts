import { expect, test } from 'vitest'
import { createPlaybackHealth } from './playback-health.ts'

function healthAt() {
  const clock = { ms: 1000 }
  return { clock, health: createPlaybackHealth(() => clock.ms) }
}

test('the time that downloads took is divided by the play time they brought', () => {
  const { clock, health } = healthAt()
  expect(health.facts().downloadTimeRatio).toBeNull()
  health.recordDownload({ tookMs: 100, mediaMs: 333 })
  health.recordDownload({ tookMs: 566, mediaMs: 333 })
  expect(health.facts().downloadTimeRatio).toBeCloseTo(1)
  clock.ms += 9000
  expect(health.facts().downloadTimeRatio).toBeNull()
})

test('a download in progress counts once it takes longer than the play time it brings', () => {
  const { clock, health } = healthAt()
  health.recordDownload({ tookMs: 100, mediaMs: 500 })
  health.recordDownloadStart(500)
  clock.ms += 500
  expect(health.facts().downloadTimeRatio).toBeCloseTo(0.2)
  clock.ms += 1400
  expect(health.facts().downloadTimeRatio).toBeCloseTo(2)
})

test('the age of the newest media is known', () => {
  const { clock, health } = healthAt()
  clock.ms += 5000
  expect(health.facts().sinceNewMediaMs).toBe(5000)
  health.recordNewMedia()
  clock.ms += 4000
  expect(health.facts().sinceNewMediaMs).toBe(4000)
})

test('[PLAYER-8] a failure is remembered until a request of the same kind succeeds, however late the retry is', () => {
  const { clock, health } = healthAt()
  health.recordFailure('level', 'unreachable')
  health.recordFailure('frag', 'refused')
  clock.ms += 60_000
  expect(health.facts().requestFailures).toEqual(['unreachable', 'refused'])
  health.recordAnswer('manifest')
  health.recordAnswer('level')
  expect(health.facts().requestFailures).toEqual(['refused'])
  health.recordDownload({ tookMs: 100, mediaMs: 333 })
  expect(health.facts().requestFailures).toEqual([])
})

test('[PLAYER-8] a playlist that is held for longer than the server ever holds one cannot be reached', () => {
  const { clock, health } = healthAt()
  health.recordPlaylistStart()
  clock.ms += 6000
  expect(health.facts().requestFailures).toEqual([])
  clock.ms += 2000
  expect(health.facts().requestFailures).toEqual(['unreachable'])
  health.recordAnswer('level')
  expect(health.facts().requestFailures).toEqual([])
})

test('only the frames of the last seconds count', () => {
  const { clock, health } = healthAt()
  health.recordFrames({ total: 0, dropped: 0 })
  clock.ms += 9000
  health.recordFrames({ total: 270, dropped: 200 })
  clock.ms += 1000
  health.recordFrames({ total: 300, dropped: 215 })
  expect(health.facts().droppedFrameRatio).toBeCloseTo(0.5)
})
