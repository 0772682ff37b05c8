import { readTipMemo } from '@waggle/contract/hive/tips'
import type { WalletBroadcast } from '@waggle/hive/keychain'
import { expect, test } from 'vitest'
import { readAmount, sendTip } from './send-tip.ts'

const streamId = 'k3f9x2m7q1w8e5r4t6y0'

function setUp(answer: WalletBroadcast = { ok: true, transactionId: 'ab' }) {
  const requests: { memo: string }[] = []
  const wallet = {
    async transfer({ signal: _, ...request }: { memo: string; signal?: AbortSignal }) {
      requests.push(request)
      return answer
    },
  }
  const signal = new AbortController().signal
  const tip = {
    wallet,
    user: 'bob',
    to: 'alice',
    streamId,
    amount: '2,5',
    currency: 'HBD' as const,
    message: '#hi',
    signal,
  }
  return { tip, requests }
}

test('[TIP-1] transfers with three decimals and an unencrypted memo that names the broadcast', async () => {
  const { tip, requests } = setUp()
  expect(await sendTip(tip)).toEqual({ ok: true })
  expect(requests).toEqual([
    { username: 'bob', to: 'alice', amount: '2.500', currency: 'HBD', memo: `live-${streamId} #hi` },
  ])
  expect(readTipMemo(requests[0]!.memo)).toEqual({ streamId, message: '#hi' })
})

test('refuses an invalid amount and a tip to oneself before opening the wallet', async () => {
  const { tip, requests } = setUp()
  for (const amount of ['', '0', '-1', '1e3', '0.0001', '1.2.3', '100001', 'NaN'])
    expect(await sendTip({ ...tip, amount })).toMatchObject({ ok: false })
  expect(await sendTip({ ...tip, user: 'alice' })).toMatchObject({ ok: false })
  expect(requests).toEqual([])
})

test('warns against a second tip when the wallet does not answer', async () => {
  const { tip } = setUp({ ok: false, reason: 'timeout', key: 'active', message: undefined })
  expect(await sendTip(tip)).toMatchObject({ message: expect.stringContaining('before you try again') })
})

test('says which key the wallet may lack when it answers that the user canceled', async () => {
  const { tip } = setUp({ ok: false, reason: 'cancelled', key: 'active', message: 'Request was canceled by the user.' })
  expect(await sendTip(tip)).toEqual({
    ok: false,
    message:
      'Request was canceled by the user. If you did not cancel, check that your wallet holds the active key of @bob.',
  })
})

test('reads amounts with a dot or a comma, and without decimals', () => {
  expect(['1', ' 0.001 ', '12,34', '100000'].map(readAmount)).toEqual(['1.000', '0.001', '12.340', '100000.000'])
})
