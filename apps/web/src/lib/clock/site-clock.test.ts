import { expect, test } from 'vitest'
import { createSiteClock } from './site-clock.ts'

const serverMs = Date.UTC(2026, 10, 22, 12)
const dayMs = 24 * 60 * 60_000
const dateOf = (atMs: number) => new Date(atMs).toUTCString()

function setUp(deviceOffsetMs = 0) {
  const machine = { elapsedMs: 5000, deviceMs: serverMs + deviceOffsetMs }
  const clock = createSiteClock({ deviceNow: () => machine.deviceMs, elapsedMs: () => machine.elapsedMs })
  let corrections = 0
  const stop = clock.onSet(() => {
    corrections += 1
  })
  return { machine, clock, stop, corrections: () => corrections }
}

test.each([-dayMs, dayMs])('[T26] tells the time of the server on a device whose clock is %d ms off', (offsetMs) => {
  const { clock, machine, corrections } = setUp(offsetMs)
  expect(clock.now()).toBe(serverMs + offsetMs)
  clock.learn(dateOf(serverMs))
  expect(clock.now()).toBe(serverMs)
  expect(corrections()).toBe(1)
  machine.elapsedMs += 1500
  expect(clock.now()).toBe(serverMs + 1500)
  // Its user sets the clock.
  machine.deviceMs -= offsetMs
  expect(clock.now()).toBe(serverMs + 1500)
})

test('[T26] an answer that is late or from a cache does not set the clock back; one after a sleep sets it forward', () => {
  const { clock, machine, stop, corrections } = setUp(dayMs)
  clock.learn(dateOf(serverMs))
  machine.elapsedMs += 60_000
  clock.learn(dateOf(serverMs))
  expect(clock.now()).toBe(serverMs + 60_000)
  expect(corrections()).toBe(1)
  // `performance.now` stands still while some machines sleep.
  clock.learn(dateOf(serverMs + 3_600_000))
  expect(clock.now()).toBe(serverMs + 3_600_000)
  expect(corrections()).toBe(2)
  stop()
  clock.learn(dateOf(serverMs + 7_200_000))
  expect(corrections()).toBe(2)
})

test.each([null, '', 'yesterday'])('an answer with the date %j changes nothing', (date) => {
  const { clock, corrections } = setUp(dayMs)
  clock.learn(date)
  expect(clock.now()).toBe(serverMs + dayMs)
  expect(corrections()).toBe(0)
})

test('the listeners of a page whose clock is right are not called', () => {
  const { clock, corrections } = setUp(300)
  clock.learn(dateOf(serverMs))
  expect(corrections()).toBe(0)
})
