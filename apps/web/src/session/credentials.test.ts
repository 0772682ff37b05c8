import { expect, test, vi } from 'vitest'
import { memoryStorage } from '../testing/memory-storage.ts'
import { clearCredentials, readCredentials, writeCredentials } from './credentials.ts'

const token = 'x'.repeat(43)

test('[AUTH-11] reads what was written, under two keys', () => {
  const storage = memoryStorage()
  writeCredentials(storage, { user: 'alice', token })
  expect(storage.content()).toEqual({ 'waggle.user': 'alice', 'waggle.token': token })
  expect(readCredentials(storage)).toEqual({ user: 'alice', token })
  clearCredentials(storage)
  expect(storage.content()).toEqual({})
})

test.each([
  ['a token of 10 characters', 'alice', '1234567890'],
  ['no token', 'alice', undefined],
  ['no user', undefined, token],
  ['a user of spaces', '   ', token],
  ['a token of spaces', 'alice', ' '.repeat(20)],
])('[AUTH-11] with %s nothing is valid and the storage is cleared', (_, user, stored) => {
  const storage = memoryStorage({
    ...(user !== undefined && { 'waggle.user': user }),
    ...(stored !== undefined && { 'waggle.token': stored }),
    'another.key': 'stays',
  })
  expect(readCredentials(storage)).toBeUndefined()
  expect(storage.content()).toEqual({ 'another.key': 'stays' })
})

test('a token of 11 characters is valid', () => {
  const storage = memoryStorage({ 'waggle.user': 'alice', 'waggle.token': '12345678901' })
  expect(readCredentials(storage)).toEqual({ user: 'alice', token: '12345678901' })
})

test('[AUTH-16] a full storage is only logged, and keeps no half of a login', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const storage = memoryStorage()
  const setItem = storage.setItem
  storage.setItem = (key, value) => {
    if (key === 'waggle.token') throw new DOMException('full', 'QuotaExceededError')
    setItem(key, value)
  }
  writeCredentials(storage, { user: 'alice', token })
  expect(storage.content()).toEqual({})
  expect(warn).toHaveBeenCalledOnce()
  expect(String(warn.mock.calls[0])).not.toContain(token)
  warn.mockRestore()
})

test('a browser that forbids storage has nothing stored and does not throw', () => {
  const forbidden = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const storage = { getItem: forbidden, setItem: forbidden, removeItem: forbidden }
  vi.spyOn(console, 'warn').mockImplementationOnce(() => undefined)
  expect(readCredentials(storage)).toBeUndefined()
  expect(() => writeCredentials(storage, { user: 'alice', token })).not.toThrow()
  expect(() => clearCredentials(storage)).not.toThrow()
})
