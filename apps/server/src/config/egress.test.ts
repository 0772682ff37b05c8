import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const egressOf = (env: Record<string, string>) => readConfig(env).egress

it('[EGRESS-3] has no budget by default, and reads one in GB, TB or money', () => {
  expect(egressOf({})).toEqual({
    dayBytes: undefined,
    monthBytes: undefined,
    pricePerGb: undefined,
    shares: { address: 0.05, broadcast: 0.5, channel: 0.75 },
    edgeSecret: undefined,
  })
  expect(egressOf({ WAGGLE_EGRESS_BUDGET: '200GB/day,3TB/month' })).toMatchObject({
    dayBytes: 200e9,
    monthBytes: 3e12,
  })
  const money = egressOf({ WAGGLE_EGRESS_BUDGET: '$4.50/day', WAGGLE_EGRESS_PRICE: '0.09' })
  expect(money.dayBytes).toBeCloseTo(50e9)
  expect(money).toMatchObject({ monthBytes: undefined, pricePerGb: 0.09 })
  const shares = egressOf({ WAGGLE_EGRESS_BUDGET: '1GB/day', WAGGLE_EGRESS_SHARES: 'address:1, channel:100' }).shares
  expect(shares).toEqual({ address: 0.01, broadcast: 0.5, channel: 1 })
})

it.each([
  [{ WAGGLE_EGRESS_BUDGET: '200' }, "WAGGLE_EGRESS_BUDGET names '200'"],
  [{ WAGGLE_EGRESS_BUDGET: '200GB' }, 'use amounts such as 200GB/day'],
  [{ WAGGLE_EGRESS_BUDGET: '0GB/day' }, "names '0GB/day'"],
  [{ WAGGLE_EGRESS_BUDGET: '$5GB/day', WAGGLE_EGRESS_PRICE: '1' }, "names '$5GB/day'"],
  [{ WAGGLE_EGRESS_BUDGET: '$5/day' }, 'set WAGGLE_EGRESS_PRICE'],
  [{ WAGGLE_EGRESS_BUDGET: '1GB/day,2GB/day' }, 'two amounts for a day'],
  [{ WAGGLE_EGRESS_BUDGET: '2TB/day,1TB/month' }, 'more for a day than for the whole month'],
  [{ WAGGLE_EGRESS_PRICE: '-1' }, "WAGGLE_EGRESS_PRICE is '-1'"],
  [{ WAGGLE_EGRESS_PRICE: '0' }, "WAGGLE_EGRESS_PRICE is '0'"],
  [{ WAGGLE_EGRESS_BUDGET: '1GB/day', WAGGLE_EGRESS_SHARES: 'address:101' }, "names 'address:101'"],
  [{ WAGGLE_EGRESS_BUDGET: '1GB/day', WAGGLE_EGRESS_SHARES: 'viewer:1' }, "names 'viewer:1'"],
  [{ WAGGLE_EGRESS_SHARES: 'address:1' }, 'without WAGGLE_EGRESS_BUDGET'],
  [{ WAGGLE_EDGE_SECRET: 'short' }, 'at least 16 random characters'],
  [{ WAGGLE_EDGE_SECRET: 'sixteen characters' }, 'spaces or special characters'],
])('[EGRESS-3] refuses %j', (env, sentence) => {
  expect(() => readConfig(env as Record<string, string>)).toThrow(sentence)
})
