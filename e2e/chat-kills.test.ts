import { expect, it } from 'vitest'
import { killDuringChat } from './support/chat/chat-kills.ts'

// `node e2e/chat-kills.ts 20` runs twenty kills.
it('[F4] loses no acknowledged message when the server is killed at 200 messages a second', {
  timeout: 300_000,
}, async () => {
  const report = await killDuringChat(2)
  expect(report).toMatchObject({ kills: 2, lost: [], duplicated: [], agreeing: report.observers })
  expect(report.acknowledged).toBe(report.sent)
})
