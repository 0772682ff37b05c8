import { expect, test } from 'vitest'
import { createDeletions } from './deletions.ts'

const by = (username: string, id: string) => ({ username, id })

test('[MOD-11] remembers the messages of one user between two ids, until one of them is restored', () => {
  const deletions = createDeletions()
  deletions.addOfUser({ channel: 'alice', username: 'carol', fromId: 'b', upToId: 'd' })
  const seen = ['a', 'b', 'c', 'd', 'e'].filter((id) => deletions.has(by('carol', id)))
  expect(seen).toEqual(['b', 'c', 'd'])
  expect(deletions.has(by('dave', 'c'))).toBe(false)
  deletions.restore([by('carol', 'c')])
  expect(deletions.has(by('carol', 'c'))).toBe(false)
})

test('remembers single messages and a clear, and forgets what is restored', () => {
  const deletions = createDeletions()
  deletions.add('b')
  deletions.addClear('a')
  expect(['a', 'b', 'c'].map((id) => deletions.has(by('carol', id)))).toEqual([true, true, false])
  deletions.restore([by('carol', 'b')])
  expect(['a', 'b', 'c'].map((id) => deletions.has(by('carol', id)))).toEqual([false, false, false])
})

test('forgets the oldest of very many', () => {
  const deletions = createDeletions()
  for (let n = 0; n <= 500; n += 1) deletions.add(`m${n}`)
  for (let n = 0; n <= 100; n += 1) {
    deletions.addOfUser({ channel: 'alice', username: `user${n}`, fromId: 'a', upToId: 'z' })
  }
  expect([deletions.has(by('x', 'm0')), deletions.has(by('x', 'm1'))]).toEqual([false, true])
  expect([deletions.has(by('user0', 'b')), deletions.has(by('user1', 'b'))]).toEqual([false, true])
})
