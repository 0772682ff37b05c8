import { expect, test } from 'vitest'
import { broadcastState } from './broadcast-state.ts'

const off = { isLive: false, isStopped: false, isReconnecting: false }
const on = { ...off, isLive: true }

test.each([
  [undefined, undefined, undefined],
  [undefined, 'live', undefined],
  [off, undefined, 'offline'],
  [off, 'offline', 'offline'],
  [off, 'starting', 'starting'],
  [on, undefined, 'live'],
  [on, 'live', 'live'],
  // The measurements know it before viewers do.
  [on, 'dropped', 'reconnecting'],
  [on, 'stopped', 'stopped'],
  [{ ...on, isReconnecting: true }, 'live', 'reconnecting'],
  [{ ...on, isStopped: true }, undefined, 'stopped'],
] as const)('[DASH-1] %j with a signal that is %s is %s', (stream, signal, state) => {
  expect(broadcastState(stream, signal)).toBe(state)
})
