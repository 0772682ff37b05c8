import { expect, it, vi } from 'vitest'
import { ApiError } from '../../../lib/api/api-error.ts'
import { NetworkError } from '../../../lib/api/network-error.ts'
import { deleteSeveral } from './delete-several.ts'

const refusals = {
  limited: () => new ApiError(429, 'rate_limited', 'Too fast.', 7),
  gone: () => new ApiError(404, 'stream_not_found', 'Not found.'),
  broken: () => new ApiError(500, undefined, undefined),
  expired: () => new ApiError(401, 'session_invalid', 'Expired.'),
  away: () => new NetworkError('deleteReplay', undefined),
}

/** Each of `answers` is for one call; then everything is deleted. */
async function attempt(answers: (keyof typeof refusals | 'ok' | 'stop')[]) {
  const controller = new AbortController()
  const calls: string[] = []
  const progress: string[] = []
  const wait = vi.fn(async () => {})
  const outcome = await deleteSeveral(['a', 'b', 'c'], {
    signal: controller.signal,
    wait,
    onProgress: (tried, isWaiting) => progress.push(`${tried}${isWaiting ? ' waiting' : ''}`),
    async remove(item) {
      calls.push(item)
      const answer = answers[calls.length - 1] ?? 'ok'
      if (answer === 'stop') controller.abort()
      else if (answer !== 'ok') throw refusals[answer]()
    },
  })
  return { ...outcome, calls: calls.join(''), progress: progress.join(', '), wait }
}

it('[REC-14] recordings are deleted one after another, and those that were gone already count', async () => {
  const all = { deleted: ['a', 'b', 'c'], left: [], error: undefined, calls: 'abc', progress: '1, 2, 3' }
  expect(await attempt([])).toMatchObject(all)
  expect(await attempt(['ok', 'gone'])).toMatchObject(all)
})

it('[REC-14] one that cannot be deleted keeps no other from being deleted', async () => {
  const outcome = await attempt(['ok', 'broken'])
  expect(outcome).toMatchObject({ deleted: ['a', 'c'], left: ['b'], error: refusals.broken(), progress: '1, 2, 3' })
})

it.each(['away', 'expired'] as const)('[REC-14] nothing more is tried once the server is %s', async (answer) => {
  const outcome = await attempt(['ok', answer])
  expect(outcome).toMatchObject({ deleted: ['a'], left: ['b', 'c'], error: refusals[answer](), calls: 'ab' })
})

it('[REC-14] the limit of the account is waited for', async () => {
  const outcome = await attempt(['ok', 'limited', 'limited'])
  expect(outcome).toMatchObject({ deleted: ['a', 'b', 'c'], calls: 'abbbc', progress: '1, 1 waiting, 1 waiting, 2, 3' })
  expect(outcome.wait.mock.calls).toEqual([[7], [7]])
})

it('[REC-14] it can be stopped: what was not tried is left', async () => {
  const outcome = await attempt(['stop'])
  expect(outcome).toMatchObject({ deleted: ['a'], left: ['b', 'c'], error: undefined, calls: 'a' })
})
