import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { webhookHeaders, webhookKey, writeWebhookSecret } from './webhook-signature.ts'

test('signs as the example of Standard Webhooks does', () => {
  const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  const headers = webhookHeaders(key, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330_000, '{"test": 2432232314}')
  expect(headers).toEqual({
    'content-type': 'application/json',
    'user-agent': 'Waggle-Webhooks/1',
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
  expect(writeWebhookSecret(key)).toBe('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
})

test('signs as openssl does', () => {
  const key = randomBytes(32)
  const body = JSON.stringify({ type: 'follow', data: { follower: 'Ünïcode ✓' } })
  const hmac = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key.toString('hex')}`, '-binary']
  const expected = execFileSync('openssl', hmac, { input: `id-1.1700000000.${body}` }).toString('base64')
  expect(webhookHeaders(key, 'id-1', 1_700_000_000_999, body)['webhook-signature']).toBe(`v1,${expected}`)
})

test('has another key for another webhook, salt or site', () => {
  const site = randomBytes(32)
  const keys = [
    webhookKey(site, { id: 'a', secretSalt: '1' }),
    webhookKey(site, { id: 'b', secretSalt: '1' }),
    webhookKey(site, { id: 'a', secretSalt: '2' }),
    webhookKey(randomBytes(32), { id: 'a', secretSalt: '1' }),
  ]
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(4)
})
