import { expect, it } from 'vitest'
import { invitationInHash, invitationPath } from './page-addresses.ts'

it('[ADMIT-7] the link of an invitation has its secret where no server sees it', () => {
  const secret = 'a-b_'.repeat(8)
  const link = new URL(invitationPath(secret), 'https://live.example')
  expect(link.pathname + link.search).toBe('/stream-key')
  expect(invitationInHash(link.hash)).toBe(secret)
  for (const hash of ['', '#', '#invitation=short', `#invitation=${secret}x`, `#other=${secret}`]) {
    expect(invitationInHash(hash)).toBeUndefined()
  }
})
