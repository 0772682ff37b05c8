import { expect, it } from 'vitest'
import { seatCount } from './seat-count.ts'

it('offers seats for what a quiet process has left, and keeps room for the rest of the site', () => {
  expect(seatCount({ busy: 0.05, delayMs: 1 }, 0)).toBe(423)
  expect(seatCount({ busy: 0.25, delayMs: 2 }, 400)).toBe(669)
  expect(seatCount({ busy: 0.59, delayMs: 5 }, 900)).toBe(907)
})

it.each([
  ['its thread is busy', { busy: 0.61, delayMs: 1 }],
  ['its callbacks are late', { busy: 0.3, delayMs: 61 }],
])('offers no more while %s, and takes none away', (_why, load) => {
  expect(seatCount(load, 300)).toBe(300)
})

it.each([
  ['busy', { busy: 0.9, delayMs: 1 }],
  ['late', { busy: 0.5, delayMs: 300 }],
])('takes a tenth away while it is far too %s', (_how, load) => {
  expect(seatCount(load, 300)).toBe(270)
})

it('has room for a few viewers, however busy it looks', () => {
  expect(seatCount({ busy: 1, delayMs: 2000 }, 0)).toBe(20)
  expect(seatCount({ busy: 1, delayMs: 2000 }, 21)).toBe(20)
  expect(seatCount({ busy: 0.7, delayMs: 100 }, 5)).toBe(20)
})
