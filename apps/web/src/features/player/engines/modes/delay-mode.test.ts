import { expect, it } from 'vitest'
import { RealTimeRetries } from './delay-mode.ts'

it('[PLAYER-20] tries real time again later, each time after twice as long, and not where the browser cannot', () => {
  const retries = new RealTimeRetries()
  const after = () => retries.afterMs('refused', 0, 0.5)
  expect([after(), after(), after()]).toEqual([30_000, 60_000, 120_000])
  for (let failure = 0; failure < 10; failure += 1) after()
  expect(after()).toBe(600_000)
  retries.reset()
  expect(after()).toBe(30_000)
  expect(retries.afterMs('codec', 0)).toBeUndefined()
})

it('forgets earlier failures once it has worked for minutes, and spreads the attempts of viewers', () => {
  const retries = new RealTimeRetries()
  for (let failure = 0; failure < 5; failure += 1) retries.afterMs('dry', 1000)
  expect(retries.afterMs('dry', 600_000, 0)).toBe(90_000)
  expect(new RealTimeRetries().afterMs('dry', 0, 1)).toBe(150_000)
})
