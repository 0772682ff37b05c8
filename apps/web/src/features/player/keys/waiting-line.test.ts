import { expect, it } from 'vitest'
import type { Api } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { NetworkError } from '../../../lib/api/network-error.ts'
import { type PlaceInLine, waitInLine } from './waiting-line.ts'

const admitted = { token: 't', expiresAt: 5 }

function lineOf(answers: (object | Error)[], stored: Map<string, string>) {
  const asked: unknown[] = []
  const places: (PlaceInLine | null)[] = []
  const api = async (_name: string, options: { body: unknown }) => {
    asked.push(options.body)
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
  const waiting = waitInLine({
    ...{ api: api as unknown as Api, streamId: 's', sessionToken: undefined, signal: new AbortController().signal },
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    onPlace: (place) => places.push(place),
    pause: async () => undefined,
  })
  return { asked, places, waiting }
}

const at = (place: number) => ({ ticket: 'ticket-1', place, waiting: 3, endsAt: 9, admitted: null })

it('[EGRESS-9] a new viewer keeps the place, also over a reload and failures, and comes in by itself', async () => {
  const stored = new Map<string, string>()
  const gone = new ApiError(404, 'stream_not_found', 'Not live')
  const before = lineOf([at(3), gone], stored)
  await expect(before.waiting).rejects.toBe(gone)
  expect(before.places).toEqual([{ place: 3, waiting: 3, endsAt: 9 }, null])

  const busy = new ApiError(429, 'rate_limited', 'Later', 1)
  const after = lineOf([new NetworkError('waitForPlace', undefined), busy, at(1), { ...at(1), admitted }], stored)
  expect(await after.waiting).toEqual(admitted)
  expect(after.asked).toEqual(Array(4).fill({ ticket: 'ticket-1' }))
  expect(after.places).toEqual([{ place: 1, waiting: 3, endsAt: 9 }, null])
  expect(stored.size).toBe(0)
})
