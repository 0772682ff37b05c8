import { expect, test } from 'vitest'
import {
  channelInQuery,
  channelPath,
  chatPath,
  embedPath,
  loginPath,
  replayEmbedPath,
  replayInAddress,
  replayPath,
  searchPath,
  timeInQuery,
  watchPath,
} from './page-addresses.ts'

test('a name cannot add parameters or path segments', () => {
  expect(watchPath('a&b=c')).toBe('/watch?user=a%26b%3Dc')
  expect(channelPath('a&b=c')).toBe('/watch?channel=a%26b%3Dc')
  expect(embedPath('a&b=c')).toBe('/embed?user=a%26b%3Dc')
  expect(chatPath('a/b?c')).toBe('/chat/a%2Fb%3Fc')
  expect(loginPath('/watch?user=a')).toBe('/login?next=%2Fwatch%3Fuser%3Da')
})

test('search: trimmed text goes to the directory, empty text to the directory itself', () => {
  expect(searchPath('  jazz & soul ')).toBe('/directory?search=jazz%20%26%20soul')
  expect(searchPath('   ')).toBe('/directory')
})

test('a channel is known by either parameter', () => {
  const at = (path: string) => channelInQuery(new URL(path, 'http://waggle.test').searchParams)
  expect([watchPath('alice'), channelPath('alice'), '/watch?user=&channel=%20@Alice'].map(at)).toEqual(
    Array(3).fill('alice'),
  )
  expect(at('/watch')).toBe('')
})

test('a replay is known by its page and by its embedded player', () => {
  const id = 'k3f9x2m7q1w8e5r4t6y0'
  const at = (path: string) => replayInAddress(new URL(path, 'http://waggle.test'))
  expect([replayPath(id), replayPath(id, 90.7), replayEmbedPath(id)].map(at)).toEqual(Array(3).fill(id))
  expect(replayPath(id, 90.7)).toBe(`/replay/${id}?t=90`)
  const others = [
    '/replay/',
    '/replay/x',
    `/replay/${id}/more`,
    `/watch?replay=${id}`,
    '/embed?replay=../../x',
    '/embed',
  ]
  expect(others.map(at)).toEqual(others.map(() => undefined))
})

test.each([
  ['90', 90],
  ['90s', 90],
  ['2m', 120],
  ['1h2m3s', 3723],
  ['', undefined],
  ['-5', undefined],
  ['1e9', undefined],
  ['soon', undefined],
])("the time 't=%s' is %s seconds", (text, seconds) => {
  expect(timeInQuery(new URLSearchParams({ t: text }))).toBe(seconds)
})
