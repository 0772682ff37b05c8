import { expect, it } from 'vitest'
import { isPicturePass, issuePicturePass } from './picture-pass.ts'

const secret = Buffer.alloc(32, 1)
const nowMs = Date.UTC(2026, 10, 27, 12, 0, 30)
const minuteMs = 60_000

it('[PLAYER-25] a pass opens the first picture of its stream for a minute or two, and of no other', () => {
  const pass = issuePicturePass(secret, 'abc', nowMs)
  expect(isPicturePass(secret, 'abc', pass, nowMs)).toBe(true)
  expect(isPicturePass(secret, 'abc', pass, nowMs + minuteMs)).toBe(true)
  expect(isPicturePass(secret, 'abc', pass, nowMs + 2 * minuteMs)).toBe(false)
  expect(isPicturePass(secret, 'abd', pass, nowMs)).toBe(false)
  expect(isPicturePass(Buffer.alloc(32, 2), 'abc', pass, nowMs)).toBe(false)
})

it('[PLAYER-25] a pass is the same for everybody who opens the page in the same minute', () => {
  expect(issuePicturePass(secret, 'abc', nowMs + 29_000)).toBe(issuePicturePass(secret, 'abc', nowMs))
  expect(issuePicturePass(secret, 'abc', nowMs + 31_000)).not.toBe(issuePicturePass(secret, 'abc', nowMs))
})

it.each(['', '.', 'zzzz', 'zzzzzzzz.', '.x', 'zzzzzzzz.x.y'])('[PLAYER-25] %j is no pass', (text) => {
  expect(isPicturePass(secret, 'abc', text, nowMs)).toBe(false)
})
