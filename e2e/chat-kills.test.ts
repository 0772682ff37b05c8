import { expect, it } from 'vitest'
import { killDuringChat } from './support/chat/chat-kills.ts'

// Twenty kills are `node e2e/chat-kills.ts 20`.
it('[F4] loses no acknowledged message when it is killed at 200 messages a second', { timeout: 300_000 }, async () => {
  const report = await killDuringChat(2)
  expect(report).toMatchObject({ kills: 2, lost: [], doubled: [], agreeing: report.witnesses })
  expect(report.acknowledged).toBe(report.sent)
})
