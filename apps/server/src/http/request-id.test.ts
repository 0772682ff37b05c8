import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../lib/log.ts'
import { createHttp } from './http.ts'
import { Refusal } from './refusal.ts'

const lines: Record<string, unknown>[] = []
const codes: string[] = []
const log = createLog({ destination: { write: (line) => void lines.push(JSON.parse(line)) } })
let url: string
const app = createHttp(log, { onRefusal: (code) => void codes.push(code) })

beforeAll(async () => {
  app.get('/fails', async () => {
    await new Promise((resolve) => setImmediate(resolve))
    log.info('deep inside')
    throw new Error('the reason')
  })
  app.get('/refuses', async () => {
    throw new Refusal('not_found')
  })
  app.get('/cached', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=60').send('same for all'),
  )
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

async function get(path: string) {
  const response = await fetch(url + path)
  return { id: response.headers.get('x-request-id'), body: await response.text() }
}

it('[HEALTH-2] [ERR-5] an internal error says the id of its request, which every line of the log has', async () => {
  const [one, other] = await Promise.all([get('/fails'), get('/fails')])
  for (const answer of [one, other]) {
    const id = answer.id
    expect(id).toMatch(/^[0-9a-z]{12}$/)
    expect(JSON.parse(answer.body).message).toBe(
      `Something went wrong on the server. Please try again. (Request ${id})`,
    )
    expect(answer.body).not.toContain('the reason')
    const own = lines.filter(({ requestId }) => requestId === id)
    expect(own).toMatchObject([{ msg: 'deep inside' }, { msg: 'request failed', error: { message: 'the reason' } }])
  }
  expect(one.id).not.toBe(other.id)
})

it('[HEALTH-2] refusals have an id too, and what caches keep has none', async () => {
  expect((await get('/refuses')).id).toMatch(/^[0-9a-z]{12}$/)
  expect((await get('/cached')).id).toBeNull()
})

it('[HEALTH-1] counts errors by their code', async () => {
  codes.length = 0
  await get('/refuses')
  await get('/fails')
  expect(codes).toEqual(['not_found', 'internal'])
})
