import { expect, test } from 'vitest'
import { readCommand } from './command.ts'

test.each([
  ['hello', { kind: 'say', text: 'hello' }],
  ['  hello / there ', { kind: 'say', text: 'hello / there' }],
  ['/me  waves', { kind: 'say', text: '/me waves' }],
  // Spec section 9: the watch page's time-out is 600 s unless told otherwise.
  ['/timeout @Bob', { kind: 'timeout', username: 'bob', seconds: 600, reason: '' }],
  ['/timeout bob 60 be nice', { kind: 'timeout', username: 'bob', seconds: 60, reason: 'be nice' }],
  ['/ban bob spam and more', { kind: 'ban', username: 'bob', reason: 'spam and more' }],
  ['/UNBAN bob', { kind: 'unban', username: 'bob' }],
  ['/slow', { kind: 'slow', seconds: 10 }],
  ['/slow 30', { kind: 'slow', seconds: 30 }],
  ['/slow off', { kind: 'slow', seconds: null }],
  ['/clear', { kind: 'clear' }],
  ['/announce  back in five', { kind: 'announce', text: 'back in five' }],
])('%j', (typed, command) => expect(readCommand(typed)).toEqual(command))

test.each([
  '/',
  '/fly',
  '/constructor',
  '/me',
  '/ban',
  '/ban x',
  '/timeout bob 0',
  '/timeout bob 99999999',
  '/slow -1',
  '/clear all',
  '/unban bob now',
  '/announce',
])('%j is a mistake and says what to write', (typed) =>
  expect(readCommand(typed)).toMatchObject({ kind: 'mistake', message: expect.stringContaining('/') }),
)
