import { channelPath, watchPath } from '@waggle/contract/pages/page-addresses'
import { expect, test } from 'vitest'
import { hasRoomForSmallPlayer, safeNext, watchedChannel } from './paths.ts'

test('[SHELL-2] a watch page shows the channel of either parameter', () => {
  const at = (path: string) => watchedChannel(new URL(path, 'http://waggle.test'))
  expect([watchPath('alice'), channelPath('alice'), '/watch?user=@Alice&start=1'].map(at)).toEqual(
    Array(3).fill('alice'),
  )
  expect(at('/?user=alice')).toBeUndefined()
})

test('[PLAYER-22] a small player has room on pages that play nothing themselves', () => {
  expect(
    ['/', '/directory', '/following', '/faq', '/login', '/pages/rules'].filter(hasRoomForSmallPlayer),
  ).toHaveLength(6)
  const own = ['/watch', '/replay/abc', '/clips/abc', '/dashboard/streamer', '/embed', '/chat/alice', '/overlay/abc']
  expect(own.filter(hasRoomForSmallPlayer)).toEqual([])
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
