import { expect, it } from 'vitest'
import { createStore } from '../../../lib/store/store.ts'
import type { PlaybackState } from './playback-state.ts'
import { type BroadcastTimes, createRewind } from './rewind.ts'

const nowMs = 1_000_000

/** A viewer in real time, whose engine has nothing in memory. */
function openRealTime(times: BroadcastTimes, now = () => nowMs) {
  const video = new EventTarget() as HTMLVideoElement
  const rewind = createRewind({
    video,
    store: createStore({ latencySeconds: 0.2 } as PlaybackState),
    signal: new AbortController().signal,
    openLive: () => ({
      start: () => undefined,
      select: () => undefined,
      close: () => undefined,
      engine: () => undefined,
      reason: () => null,
      isPlayingRealTime: () => true,
    }),
    openRecording: async () => undefined,
    times: () => times,
    now,
  })
  return { video, rewind }
}

it.each<[string, BroadcastTimes, number]>([
  ['as far as low delay can load', { startedMs: 0, recordedSinceMs: null }, 20],
  ['to its beginning', { startedMs: nowMs - 7000, recordedSinceMs: null }, 7],
  ['nowhere while nobody knows when it began', { startedMs: null, recordedSinceMs: null }, 0],
  ['to the beginning of the recording', { startedMs: 0, recordedSinceMs: nowMs - 90_000 }, 90],
])('[PLAYER-17] in real time a broadcast can be sought back %s', (_, times, seconds) => {
  expect(openRealTime(times).rewind.seekRange()?.lengthSeconds).toBe(seconds)
})

it('[PLAYER-17] in real time a paused picture falls behind, and is live again where it goes on', () => {
  let clockMs = nowMs
  const { video, rewind } = openRealTime({ startedMs: 0, recordedSinceMs: nowMs - 90_000 }, () => clockMs)
  video.dispatchEvent(new Event('pause'))
  clockMs += 12_000
  expect(rewind.seekRange()?.behindSeconds).toBeCloseTo(12.2)
  video.dispatchEvent(new Event('play'))
  expect(rewind.seekRange()?.behindSeconds).toBeCloseTo(0.2)
})
