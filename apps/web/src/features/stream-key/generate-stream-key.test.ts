import { expect, test } from 'vitest'
import { fakeServer, json, refusal, unreachable } from '../../testing/fake-server.ts'
import { fakeSigner } from '../../testing/fake-signer.ts'
import { generateStreamKey } from './generate-stream-key.ts'

const challenge = 'Make a stream key at streams.example for @alice.'
const account = { user: 'alice', token: 'session-token-0123', signal: new AbortController().signal }

function server(reply: () => Response | Error) {
  return fakeServer(({ path }) => (path.startsWith('/api/auth/challenge') ? json({ challenge }) : reply()))
}

test('[KEY-3] signs a stream-key challenge under the stated purpose and sends it with the session', async () => {
  const { api, calls } = server(() => json({ streamKey: 'wgl_x', rtmpUrl: 'rtmp://site/live' }))
  const { signer, requests } = fakeSigner()
  expect(await generateStreamKey({ api, signer, ...account })).toEqual({
    ok: true,
    streamKey: 'wgl_x',
    rtmpUrl: 'rtmp://site/live',
  })
  expect(requests).toEqual([
    {
      username: 'alice',
      message: challenge,
      title: 'Sign to verify your Hive account ownership for stream key generation',
    },
  ])
  expect(calls[0]?.path).toMatch(/^\/api\/auth\/challenge\?purpose=stream-key&username=alice&bind=/)
  expect(calls[1]).toEqual({
    method: 'POST',
    path: '/api/auth/stream-key',
    authorization: 'Bearer session-token-0123',
    body: { username: 'alice', challenge, signature: '20ab', verifier: expect.any(String) },
  })
})

test('[KEY-6] needs a login', async () => {
  const { api } = server(() => json({}))
  const result = await generateStreamKey({ api, signer: fakeSigner().signer, ...account, token: null })
  expect(result).toEqual({ ok: false, message: 'User not authenticated' })
})

test('[KEY-6] needs a wallet', async () => {
  const { api } = server(() => json({}))
  const result = await generateStreamKey({ api, signer: fakeSigner({ isFound: false }).signer, ...account })
  expect(result).toEqual({
    ok: false,
    message: 'Hive Keychain is required but not found. Please install it and refresh the page.',
  })
})

test("shows the server's sentence, and returns the error so that the caller can end the session", async () => {
  const { api } = server(() => refusal(401, 'session_invalid', 'Your session has ended.'))
  const result = await generateStreamKey({ api, signer: fakeSigner().signer, ...account })
  expect(result).toMatchObject({ ok: false, message: 'Your session has ended.', cause: { code: 'session_invalid' } })
})

test.each([
  ['the challenge is refused', () => fakeServer(() => json({}, 503)), 'Failed to generate stream key: 503'],
  ['the server cannot be reached', () => fakeServer(() => unreachable), 'Failed to generate stream key'],
  ['the last call fails', () => server(() => unreachable), 'Failed to generate stream key'],
  [
    'the last call is refused without a sentence',
    () => server(() => json({}, 500)),
    'Failed to generate stream key: 500',
  ],
])('[KEY-6] says why there is no key when %s', async (_, make, message) => {
  const result = await generateStreamKey({ api: make().api, signer: fakeSigner().signer, ...account })
  expect(result).toMatchObject({ ok: false, message })
})
