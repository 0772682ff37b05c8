import type { WalletBroadcast } from '@waggle/hive/keychain'
import { expect, test } from 'vitest'
import { fakeServer, json, refusal, unreachable } from '../../testing/fake-server.ts'
import { grantPostingAuthority, revokePostingAuthority } from './change-authority.ts'
import { readTags } from './read-tags.ts'

const authority = { username: 'alice', posterAccount: 'waggle', isGranted: false, isListed: false, weightThreshold: 3 }

function setUp({
  answer = { ok: true, transactionId: 'ab' } as WalletBroadcast,
  reply = () => json(authority) as Response | Error,
} = {}) {
  const requests: object[] = []
  const take = async ({ signal: _, ...request }: { username: string; signal?: AbortSignal }) => {
    requests.push(request)
    return answer
  }
  const { api } = fakeServer(reply)
  const wallet = { addPostingAuthority: take, removePostingAuthority: take }
  return { request: { api, wallet, user: 'alice', signal: new AbortController().signal }, requests }
}

test('grants with the weight that the authority requires', async () => {
  const { request, requests } = setUp()
  expect(await grantPostingAuthority(request)).toEqual({
    ok: true,
    message: 'Successfully granted posting authority to @waggle',
  })
  expect(requests).toEqual([{ username: 'alice', account: 'waggle', weight: 3 }])
})

test('[POST-3] does not grant an authority twice', async () => {
  const { request, requests } = setUp({ reply: () => json({ ...authority, isListed: true, isGranted: true }) })
  expect(await grantPostingAuthority(request)).toEqual({ ok: true, message: 'Posting authority already granted' })
  expect(requests).toEqual([])
})

test.each<[string, Parameters<typeof setUp>[0], string]>([
  [
    'the wallet gives a reason',
    { answer: { ok: false, reason: 'cancelled', key: 'active', message: 'Request was canceled by the user.' } },
    'Failed to grant posting authority: Request was canceled by the user. If you did not cancel, check that your wallet holds the active key of @alice.',
  ],
  [
    'the wallet names the key',
    { answer: { ok: false, reason: 'wrong-key', key: 'active', message: 'Active key is incorrect.' } },
    'Failed to grant posting authority: The active key of @alice in your wallet is missing or not valid. Add the current active key to your wallet and try again.',
  ],
  [
    'the wallet gives no reason',
    { answer: { ok: false, reason: 'failed', key: 'active', message: undefined } },
    'Failed to grant posting authority: Unknown error',
  ],
  [
    'the chain cannot be read',
    { reply: () => refusal(503, 'hive_unavailable', 'The Hive network cannot be reached') },
    'Failed to update posting authority: The Hive network cannot be reached',
  ],
])('[POST-4] shows the fixed sentence when %s', async (_case, world, message) => {
  expect(await grantPostingAuthority(setUp(world).request)).toEqual({ ok: false, message })
})

test('does not open the wallet when the server cannot be reached', async () => {
  const { request, requests } = setUp({ reply: () => unreachable })
  expect(await grantPostingAuthority(request)).toMatchObject({ ok: false })
  expect(requests).toEqual([])
})

test('revokes the authority', async () => {
  const { request, requests } = setUp()
  expect(await revokePostingAuthority({ ...request, account: 'waggle' })).toMatchObject({ ok: true })
  expect(requests).toEqual([{ username: 'alice', account: 'waggle' }])
})

test('reads tags however they are separated', () => {
  expect(readTags(' #Bees, honey  bees,,live ')).toEqual(['bees', 'honey', 'live'])
  expect(readTags('')).toEqual([])
  expect(readTags('a b c d e f g h i j')).toHaveLength(8)
})
