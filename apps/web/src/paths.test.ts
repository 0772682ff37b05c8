import { channelPath, watchPath } from '@waggle/contract/pages/page-addresses'
import { expect, test } from 'vitest'
import { safeNext, watchedChannel } from './paths.ts'

test('[SHELL-2] a watch page shows the channel of either parameter', () => {
  const at = (path: string) => watchedChannel(new URL(path, 'http://waggle.test'))
  expect([watchPath('alice'), channelPath('alice'), '/watch?user=@Alice&start=1'].map(at)).toEqual(
    Array(3).fill('alice'),
  )
  expect(at('/?user=alice')).toBeUndefined()
})

test.each([
  ['/stream-key', '/stream-key'],
  ['/watch?user=bob', '/watch?user=bob'],
  [null, '/'],
  ['', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
])('after a login, %s leads to %s', (next, path) => {
  expect(safeNext(next)).toBe(path)
})
