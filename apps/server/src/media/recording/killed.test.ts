import { expect, it } from 'vitest'
import { killRecorder } from './testing/kill-recorder.ts'

it('[REC-3] a killed server loses at most the segment that was being written, and the replay plays', {
  timeout: 240_000,
}, async () => {
  const { lost, frames, seconds } = await killRecorder(2)
  expect(lost).toEqual([])
  expect(frames).toBeGreaterThan(seconds * 30 - 60)
})
