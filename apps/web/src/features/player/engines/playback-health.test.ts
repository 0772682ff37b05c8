import { expect, test } from 'vitest'
import { createPlaybackHealth } from './playback-health.ts'

function healthAt() {
  const clock = { ms: 1000 }
  return { clock, health: createPlaybackHealth(() => clock.ms) }
}

test('downloads are compared with the play time they brought', () => {
  const { clock, health } = healthAt()
  expect(health.facts().downloadShare).toBeNull()
  health.downloaded({ tookMs: 100, mediaMs: 333 })
  health.downloaded({ tookMs: 566, mediaMs: 333 })
  expect(health.facts().downloadShare).toBeCloseTo(1)
  clock.ms += 9000
  expect(health.facts().downloadShare).toBeNull()
})

test('a download on its way counts from when it is late', () => {
  const { clock, health } = healthAt()
  health.downloaded({ tookMs: 100, mediaMs: 500 })
  health.downloadStarted(500)
  clock.ms += 500
  expect(health.facts().downloadShare).toBeCloseTo(0.2)
  clock.ms += 1400
  expect(health.facts().downloadShare).toBeCloseTo(2)
})

test('failures and new media are known for some seconds', () => {
  const { clock, health } = healthAt()
  health.failed('server')
  health.failed('download-timeout')
  clock.ms += 5000
  expect(health.facts()).toMatchObject({ serverFailures: 1, downloadTimeouts: 1, mediaLateMs: 5000 })
  health.mediaArrived()
  clock.ms += 4000
  expect(health.facts()).toMatchObject({ serverFailures: 0, downloadTimeouts: 0, mediaLateMs: 4000 })
})

test('frames are looked at for the last seconds only', () => {
  const { clock, health } = healthAt()
  health.framesCounted({ total: 0, dropped: 0 })
  clock.ms += 9000
  health.framesCounted({ total: 270, dropped: 200 })
  clock.ms += 1000
  health.framesCounted({ total: 300, dropped: 215 })
  expect(health.facts().droppedShare).toBeCloseTo(0.5)
})
