import type { Operation } from '@waggle/hive/operation'
import { type SandboxRole, sandboxChainId, sandboxPrivateKey, sandboxPublicKey } from '@waggle/hive/sandbox/accounts'
import { prepareTransaction, signTransaction } from '@waggle/hive/transaction'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connectChat } from '../../testing/chat/chat-client.ts'
import { signAs, startTestSite, type TestSite } from '../../testing/site.ts'

let site: TestSite

beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site?.close())
beforeEach(() => site.nextClient())

/** Makes the account's memo key its only posting key, as an owner would change it after losing it. */
async function changePostingKey(username: string): Promise<void> {
  const rpc = async (method: string, params: unknown) =>
    (await site.request('POST', '/sandbox/hive', { body: { jsonrpc: '2.0', id: 1, method, params } })).json.result
  const head = await rpc('condenser_api.get_dynamic_global_properties', [])
  const memoKey = sandboxPublicKey(username, 'memo')
  const posting = { weight_threshold: 1, account_auths: [], key_auths: [[memoKey, 1]] as [string, number][] }
  const update: Operation = ['account_update', { account: username, posting, memo_key: memoKey, json_metadata: '' }]
  const transaction = prepareTransaction(head, [update])
  const signed = await signTransaction(transaction, [sandboxPrivateKey(username, 'active')], sandboxChainId)
  expect(await rpc('condenser_api.broadcast_transaction_synchronous', [signed])).toHaveProperty('block_num')
}

async function signIn(username: string, role: SandboxRole) {
  const { challenge } = (await site.request('GET', '/api/auth/challenge')).json
  const body = { username, challenge, signature: await signAs(username, challenge, role) }
  return site.request('POST', '/api/auth/hive', { body })
}

/** What a thief would do with a session, none of which verifies it. */
const writes: Record<string, (token: string) => ReturnType<TestSite['request']>> = {
  chat: (token) => site.request('POST', '/api/chat/messages/alice', { token, body: { message: 'it is me' } }),
  title: (token) => site.request('PUT', '/api/channels/my-channel', { token, body: { title: 'Changed' } }),
  overlay: (token) => site.request('POST', '/api/channels/my-channel/overlay/address', { token }),
}

it.each([
  ['chat', 'bob'],
  ['title', 'carol'],
  ['overlay', 'dave'],
])('[T32] a minute after the posting key has changed, its session is refused: %s', async (what, username) => {
  const write = writes[what]!
  const token = await site.signIn(username)
  expect((await write(token)).status).toBe(200)
  const unused = await site.signIn(username)
  await changePostingKey(username)
  site.moveClock(60_000)
  expect(await write(token)).toMatchObject({ status: 401, json: { code: 'session_invalid' } })
  for (const ended of [token, unused])
    expect((await site.request('GET', '/api/channels/my-channel', { token: ended })).status).toBe(401)
  expect((await signIn(username, 'posting')).json.code).toBe('signature_invalid')
  expect((await write((await signIn(username, 'memo')).json.token)).status).toBe(200)
})

it('[T32] a sign-in with the new key ends the sessions of the old one at once', async () => {
  const [token, other] = [await site.signIn('alice'), await site.signIn('waggle')]
  expect((await writes.title!(token)).status).toBe(200)
  await changePostingKey('alice')
  const renewed = await signIn('alice', 'memo')
  expect((await writes.title!(token)).status).toBe(401)
  const another = await signIn('alice', 'memo')
  for (const valid of [renewed.json.token, another.json.token, other])
    expect((await writes.title!(valid)).status).toBe(200)
})

it('[T32] its sockets no longer read the log of moderation, and cannot join as the owner again', async () => {
  const token = await site.signIn('erin')
  const client = await connectChat(site.url, { address: '10.8.2.1' })
  expect(await client.join('erin', { token })).toMatchObject({ standing: { role: 'owner' } })
  await changePostingKey('erin')
  site.moveClock(60_000)
  const again = await connectChat(site.url, { address: '10.8.2.2' })
  expect(await again.join('erin', { token })).toMatchObject({ ok: true, standing: null })
  for (const each of [client, again]) {
    expect(await each.next('auth-error')).toMatchObject({ code: 'session_invalid' })
    each.close()
  }
})

it('[AUTH-24] verifying ends the session, too', async () => {
  const token = await site.signIn('frank')
  await changePostingKey('frank')
  const verify = async () => (await site.request('POST', '/api/auth/verify', { token })).status
  expect(await verify()).toBe(200)
  site.moveClock(60_000)
  expect(await verify()).toBe(401)
})
