import { expect, test } from 'vitest'
import { channelPath, loginPath, safeNext, searchPath, watchedChannel, watchPath } from './paths.ts'

test('search: trimmed text goes to the directory, empty text to the directory itself (spec section 2)', () => {
  expect(searchPath('  jazz & soul ')).toBe('/directory?search=jazz%20%26%20soul')
  expect(searchPath('   ')).toBe('/directory')
})

test('a watch page is known by either parameter (spec section 2)', () => {
  const at = (path: string) => watchedChannel(new URL(path, 'http://waggle.test'))
  expect([watchPath('alice'), channelPath('alice'), '/watch?user=@Alice&start=1'].map(at)).toEqual(
    Array(3).fill('alice'),
  )
  expect(at('/?user=alice')).toBeUndefined()
})

test('a name cannot add parameters', () => {
  expect(watchPath('a&b=c')).toBe('/watch?user=a%26b%3Dc')
  expect(loginPath('/watch?user=a')).toBe('/login?next=%2Fwatch%3Fuser%3Da')
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
