import { expect, test } from 'vitest'
import { parseCommand } from './command.ts'

test.each([
  ['hello', { kind: 'message', text: 'hello' }],
  ['  hello / there ', { kind: 'message', text: 'hello / there' }],
  ['/me  waves', { kind: 'message', text: '/me waves' }],
  // Without a duration, a timeout lasts 600 s.
  ['/timeout @Bob', { kind: 'timeout', username: 'bob', seconds: 600, reason: '' }],
  ['/timeout bob 60 be nice', { kind: 'timeout', username: 'bob', seconds: 60, reason: 'be nice' }],
  ['/ban bob spam and more', { kind: 'ban', username: 'bob', reason: 'spam and more' }],
  ['/UNBAN bob', { kind: 'unban', username: 'bob' }],
  ['/slow', { kind: 'slow', seconds: 10 }],
  ['/slow 30', { kind: 'slow', seconds: 30 }],
  ['/slow off', { kind: 'slow', seconds: null }],
  ['/clear', { kind: 'clear' }],
  ['/announce  back in five', { kind: 'announce', text: 'back in five' }],
])('%j', (typed, command) => expect(parseCommand(typed)).toEqual(command))

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
])('%j is invalid, and the message shows the usage', (typed) =>
  expect(parseCommand(typed)).toMatchObject({ kind: 'invalid', message: expect.stringContaining('/') }),
)
