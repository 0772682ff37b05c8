import { expect, it } from 'vitest'
import { queryOf, type Reportable, thingInQuery } from './reportable.ts'

it('[OPERATE-7] everything that can be reported has an address', () => {
  const things: Reportable[] = [
    { kind: 'broadcast', username: 'alice', streamId: 'k3f9x2m7q1w8e5r4t6y0', at: 1_700_000_000_000 },
    { kind: 'replay', username: 'alice', streamId: 'k3f9x2m7q1w8e5r4t6y0' },
    { kind: 'clip', username: 'bob', streamId: 'clipk3f9x2m7q1w8e5r4t6y0' },
    { kind: 'message', username: 'bob', channel: 'alice', messageId: '0abc' },
    { kind: 'account', username: 'bob' },
    { kind: 'account', username: 'bob', channel: 'alice' },
  ]
  for (const thing of things) expect(thingInQuery(new URLSearchParams(queryOf(thing)))).toEqual(thing)
})

it('an address that names nothing is nothing', () => {
  for (const query of [
    '',
    'kind=account',
    'kind=thing&username=alice',
    'kind=clip&username=alice',
    'kind=account&username=A B',
  ]) {
    expect(thingInQuery(new URLSearchParams(query)), query).toBeUndefined()
  }
})
