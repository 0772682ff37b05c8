import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lendWorker } from './lent-worker.ts'

class Native {
  onerror: (() => void) | null = null
  readonly address: string
  constructor(address: string) {
    this.address = address
  }
}

beforeEach(() => {
  vi.stubGlobal('Worker', Native)
})
afterEach(() => vi.unstubAllGlobals())

function lend() {
  const worker = new Native('/worker.js')
  lendWorker(worker as unknown as Worker, '/worker.js')
  return worker
}

it('the next worker of this address is the one that was started ahead, once', () => {
  const ahead = lend()
  const other = new Worker('/other.js') as unknown as Native
  expect([other.address, other === ahead]).toEqual(['/other.js', false])
  expect(new Worker('https://live.example/worker.js')).toBe(ahead)
  expect(new Worker('/worker.js')).not.toBe(ahead)
  expect(globalThis.Worker).toBe(Native)
})

it('one that could not be loaded is not given', () => {
  const ahead = lend()
  ahead.onerror?.()
  expect(new Worker('/worker.js')).not.toBe(ahead)
})
