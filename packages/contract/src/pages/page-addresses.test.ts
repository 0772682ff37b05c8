import { expect, test } from 'vitest'
import { channelInQuery, channelPath, chatPath, embedPath, loginPath, searchPath, watchPath } from './page-addresses.ts'

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
