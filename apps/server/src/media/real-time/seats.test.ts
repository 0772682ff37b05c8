import { expect, it } from 'vitest'
import { Seats, seatCount } from './seats.ts'

it.each([
  ['off', 4, 0],
  [70, 1, 70],
  ['auto', 1, 150],
  ['auto', 8, 500],
] as const)('WAGGLE_REALTIME=%s on %d cores is %d seats', (setting, cores, seats) => {
  expect(seatCount(setting, cores)).toBe(seats)
})

it('gives one address a quarter of the seats, and takes them back', () => {
  const seats = new Seats(40)
  const taken = Array.from({ length: 11 }, () => seats.take('a'))
  expect(taken).toEqual([...Array(10).fill(true), false])
  expect(Array.from({ length: 30 }, (_, index) => seats.take(`b${index}`))).toEqual(Array(30).fill(true))
  expect(seats.take('c')).toBe(false)
  seats.release('a')
  expect(seats.take('c')).toBe(true)
  expect(seats.take('a')).toBe(false)
})

it('[LIMIT-3] gives a few seats to one address, however few there are', () => {
  const seats = new Seats(10)
  expect(Array.from({ length: 9 }, () => seats.take('a'))).toEqual([...Array(8).fill(true), false])
})
