import type { Publisher } from '@waggle/media/rtmp/media/publisher'
import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { deriveSecrets } from '../../lib/secrets.ts'
import { createMemoryState } from '../../shared-state/memory.ts'
import type { MediaContext } from '../context.ts'
import { Broadcast } from './broadcast.ts'
import type { CheckpointWriter } from './checkpoint-writer.ts'

const minuteMs = 60_000

afterEach(() => {
  vi.useRealTimers()
})

/** A broadcast with nothing to play yet, which is checked only when the test does so. */
function open() {
  vi.useFakeTimers()
  let nowMs = 1_800_000_000_000
  const now = () => nowMs
  const context = {
    ...{ now, state: createMemoryState(now), log: pino({ level: 'silent' }) },
    ...{ config: { realTime: 'auto' }, secrets: deriveSecrets(Buffer.alloc(32)) },
  } as unknown as MediaContext
  let hasEnded = false
  const broadcast = new Broadcast(
    context,
    {
      id: 'stream',
      username: 'alice',
      inherited: undefined,
      checkpoints: {} as CheckpointWriter,
      tokensValidFromMs: 0,
      isRecorded: true,
    },
    { openFfmpegOutputs: () => ({ ladder: undefined, thumbnailer: undefined }), recordings: undefined },
    () => {
      hasEnded = true
    },
  )
  const publisher = { encoder: 'test', close: () => undefined } as unknown as Publisher
  const sink = broadcast.attach(publisher)
  return {
    broadcast,
    sink,
    hasEnded: () => hasEnded,
    jump(ms: number) {
      nowMs += ms
    },
    send: () => sink.sample({ track: 'audio', dtsMs: 0, ptsMs: 0, key: true, data: new Uint8Array(8) }),
  }
}

it('a jump of the clock does not end a broadcast whose encoder is sending', () => {
  const { broadcast, hasEnded, jump, send } = open()
  for (let hour = 0; hour < 3; hour += 1) {
    send()
    jump(60 * minuteMs)
    broadcast.check()
    expect(hasEnded()).toBe(false)
  }
  // Without media in between, the second check ends it.
  broadcast.check()
  expect(hasEnded()).toBe(true)
})

it('one check is enough when no encoder is connected', () => {
  const { broadcast, sink, hasEnded, jump } = open()
  sink.ended('gone', false)
  jump(minuteMs - 1)
  broadcast.check()
  expect(hasEnded()).toBe(false)
  jump(1)
  broadcast.check()
  expect(hasEnded()).toBe(true)
})
