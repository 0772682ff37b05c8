import { expect, test } from 'vitest'
import { createWatchedPositions } from './watched-positions.ts'

function open(initial: string | null = null) {
  let text = initial
  return createWatchedPositions(() => ({
    getItem: () => text,
    setItem: (_: string, value: string) => {
      text = value
    },
  }))
}

test('remembers where a recording was left, until it was watched to its end', () => {
  const positions = open()
  expect(positions.find('a')).toBeUndefined()
  positions.save('a', 100.7, 3600)
  positions.save('b', 200, 3600)
  expect([positions.find('a'), positions.find('b')]).toEqual([100, 200])
  positions.save('a', 3590, 3600)
  expect([positions.find('a'), positions.find('b')]).toEqual([undefined, 200])
  positions.save('b', 3, 3600)
  expect(positions.find('b')).toBeUndefined()
})

test('keeps the latest hundred', () => {
  const positions = open()
  for (let index = 0; index < 101; index++) positions.save(`stream${index}`, 60, 3600)
  expect([positions.find('stream0'), positions.find('stream1')]).toEqual([undefined, 60])
})

test.each(['{', '{}', '[[1, "x"], ["a"]]'])('ignores the damaged entry %s', (text) => {
  expect(open(text).find('a')).toBeUndefined()
})
