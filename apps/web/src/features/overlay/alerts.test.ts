import { expect, onTestFinished, test, vi } from 'vitest'
import { createAlerts } from './alerts.ts'

test('shows alerts one after the other for six seconds each, and drops the oldest of a wave', () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const alerts = createAlerts()
  const shown = () => alerts.getState().current?.username
  expect(shown()).toBeUndefined()
  for (let number = 0; number < 30; number += 1) alerts.add({ kind: 'follower', username: `user${number}` })
  const seen = [shown()]
  for (let step = 0; step < 12; step += 1) {
    vi.advanceTimersByTime(5999)
    expect(shown()).toBe(seen.at(-1))
    vi.advanceTimersByTime(1)
    seen.push(shown())
  }
  expect(seen.filter(Boolean)).toEqual(['user0', ...Array.from({ length: 10 }, (_, index) => `user${index + 20}`)])
  alerts.add({ kind: 'tip', username: 'bob', amount: '1.000 HBD', message: '' })
  expect(shown()).toBe('bob')
  alerts.stop()
})

test('a wave of followers drops no tip', () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const alerts = createAlerts()
  const follow = (number: number) => alerts.add({ kind: 'follower', username: `user${number}` })
  const tip = (username: string) => alerts.add({ kind: 'tip', username, amount: '1.000 HBD', message: '' })
  follow(0)
  tip('bob')
  for (let number = 1; number <= 30; number += 1) follow(number)
  for (let number = 1; number <= 12; number += 1) tip(`tipper${number}`)
  const seen: (string | undefined)[] = []
  for (let step = 0; step < 14; step += 1) {
    vi.advanceTimersByTime(6000)
    seen.push(alerts.getState().current?.username)
  }
  expect(seen.filter(Boolean)).toEqual(['bob', ...Array.from({ length: 12 }, (_, index) => `tipper${index + 1}`)])
  alerts.stop()
})
