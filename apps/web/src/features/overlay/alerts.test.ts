import { expect, onTestFinished, test, vi } from 'vitest'
import { createAlerts } from './alerts.ts'

test('alerts are told one after the other, six seconds each, and a wave is cut', () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const alerts = createAlerts()
  const told = () => alerts.getState().current?.username
  expect(told()).toBeUndefined()
  for (let number = 0; number < 30; number += 1) alerts.add({ kind: 'follower', username: `user${number}` })
  const seen = [told()]
  for (let step = 0; step < 12; step += 1) {
    vi.advanceTimersByTime(5999)
    expect(told()).toBe(seen.at(-1))
    vi.advanceTimersByTime(1)
    seen.push(told())
  }
  expect(seen.filter(Boolean)).toEqual(['user0', ...Array.from({ length: 10 }, (_, index) => `user${index + 20}`)])
  alerts.add({ kind: 'tip', username: 'bob', amount: '1.000 HBD', message: '' })
  expect(told()).toBe('bob')
  alerts.stop()
})

test('a wave of followers takes no tip with it', () => {
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
