import { expect, it } from 'vitest'
import { Seats } from './seats.ts'

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

it('has as many seats as its number says now', () => {
  const seats = new Seats(2)
  expect(['a', 'b', 'c'].map((address) => seats.take(address))).toEqual([true, true, false])
  seats.count = 3
  expect(seats.take('c')).toBe(true)
  seats.count = 1
  expect(seats.taken).toBe(3)
  seats.release('a')
  expect(seats.take('d')).toBe(false)
})
