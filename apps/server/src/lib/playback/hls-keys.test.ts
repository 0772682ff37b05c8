import { limits } from '@waggle/contract/limits'
import { keyNumberAt } from '@waggle/contract/playback/hls-keys'
import { expect, it } from 'vitest'
import { isKeyServed } from './hls-keys.ts'

const nowMs = 1_800_000_000_000
const minuteMs = 60_000
const segmentsOfPlaylist = 12
const segmentMs = 2000

it('[F14] a key is served while its segment can be listed, even with an encoder that is away most of the time, and a minute after', () => {
  const listedMs = segmentsOfPlaylist * (limits.reconnectWindowMs + segmentMs)
  expect(isKeyServed(keyNumberAt(nowMs - listedMs - minuteMs), nowMs)).toBe(true)
  expect(isKeyServed(keyNumberAt(nowMs - 16 * minuteMs), nowMs)).toBe(false)
  expect(isKeyServed(keyNumberAt(nowMs) + 1, nowMs)).toBe(true)
  expect(isKeyServed(keyNumberAt(nowMs) + 2, nowMs)).toBe(false)
})
