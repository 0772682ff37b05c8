import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { base64url } from './base64url.ts'

test('encodes like Node, for every remainder and for the two characters that differ from base64', () => {
  for (const text of ['', 'f', 'fo', 'foo', '\u{fb}\u{ff}\u{fe}']) {
    const bytes = Buffer.from(text, 'latin1')
    expect(base64url(bytes)).toBe(bytes.toString('base64url'))
  }
  const digest = createHash('sha256').update('verifier').digest()
  expect(base64url(digest)).toBe(digest.toString('base64url'))
})
