import { expect, test } from 'vitest'
import { fakeServer, json, refusal, unreachable } from '../../testing/fake-server.ts'
import { chatModerationTexts as texts } from '../../texts/chat/chat-moderation.ts'
import { createModerationCalls } from './moderation-calls.ts'

type Reply = Parameters<typeof fakeServer>[0]

function setUp(reply: Reply, screen: 'chat' | 'dashboard' = 'chat') {
  const { api, calls } = fakeServer(reply)
  const moderation = createModerationCalls({
    api,
    channel: 'alice',
    callInSession: (call) => call('a-token'),
    screen,
  })
  return { moderation, calls }
}

test('sends each action to its route, with the token of the session', async () => {
  const { moderation, calls } = setUp(() => json({ success: true }))
  await moderation.timeOut('bob', 60, 'be nice')
  await moderation.ban('bob')
  await moderation.unban('bob')
  await moderation.setSlowMode(30)
  await moderation.setSlowMode(null)
  await moderation.pin(null)
  await moderation.revert('7')
  expect(calls.map(({ method, path, body }) => [`${method} ${path}`, body])).toEqual([
    ['POST /api/chat/timeout/alice', { username: 'bob', duration: 60, reason: 'be nice' }],
    ['POST /api/chat/ban/alice', { username: 'bob' }],
    ['DELETE /api/chat/ban/alice/bob', undefined],
    ['PUT /api/chat/config/alice', { slowMode: true, slowModeInterval: 30 }],
    ['PUT /api/chat/config/alice', { slowMode: false }],
    ['PUT /api/chat/pinned/alice', { messageId: null }],
    ['POST /api/chat/log/alice/7/revert', undefined],
  ])
  expect(new Set(calls.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer a-token']))
})

test('[MOD-8] a success says what happened, unless it is visible anyway', async () => {
  const { moderation } = setUp(() => json({ success: true }))
  expect(await moderation.timeOut('bob', 60)).toEqual({
    ok: true,
    message: 'bob has been timed out for 60 seconds',
  })
  expect(await moderation.ban('bob')).toEqual({ ok: true, message: 'bob has been banned' })
  expect(await moderation.unban('bob')).toEqual({ ok: true, message: 'bob has been unbanned' })
  expect(await moderation.clear()).toEqual({ ok: true, message: texts.cleared })
  expect(await moderation.deleteMessage('1')).toEqual({ ok: true, message: '' })
})

test.each([
  ['chat', 'Failed to delete message.', 'Failed to update chat config'],
  ['dashboard', 'Failed to delete message', 'Failed to update setting'],
] as const)(
  '[CHAT-13] [MOD-7] without a sentence of the server, the %s shows its own',
  async (screen, deletion, rules) => {
    for (const reply of [unreachable, new Response('<h1>Bad gateway</h1>', { status: 502 })]) {
      const { moderation } = setUp(() => (reply instanceof Error ? reply : reply.clone()), screen)
      expect(await moderation.deleteMessage('1')).toEqual({ ok: false, message: deletion })
      expect(await moderation.updateConfig({ emoteOnly: true })).toMatchObject({ ok: false, message: rules })
      expect(await moderation.ban('bob')).toEqual({ ok: false, message: 'Failed to ban user' })
    }
  },
)

test("[ERR-2] a refusal has the server's sentence", async () => {
  const { moderation } = setUp(() => refusal(409, 'chat_already_banned', 'This user is already banned'))
  expect(await moderation.ban('bob')).toEqual({ ok: false, message: 'This user is already banned' })
})

test('a moderator without permission for the rules learns how to get it', async () => {
  const { moderation } = setUp(() => refusal(403, 'chat_owner_only', 'Only the owner can do this'))
  expect(await moderation.clear()).toEqual({ ok: false, message: texts.ownerOnly })
  expect(await moderation.setSlowMode(5)).toMatchObject({ ok: false, message: texts.ownerOnly })
  expect(await moderation.addModerator('bob')).toEqual({ ok: false, message: 'Only the owner can do this' })
})
