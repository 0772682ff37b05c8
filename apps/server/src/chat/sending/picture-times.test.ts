import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let bob: string

beforeAll(async () => {
  site = await startTestSite()
  await site.signIn('alice')
  bob = await site.signIn('bob')
})
afterAll(() => site?.close())

async function say(message: string, pictureAt?: number): Promise<void> {
  const body = { message, ...(pictureAt !== undefined && { pictureAt }) }
  const { status } = await site.request('POST', '/api/chat/messages/alice', { body, token: bob })
  expect(status).toBe(200)
}

const list = (from: number, until: number) =>
  site.request('GET', `/api/chat/pictures/alice?from=${Math.floor(from)}&until=${Math.floor(until)}`)
const saidAbout = async (from: number, until: number): Promise<[string, number][]> =>
  (await list(from, until)).json.messages.map(({ message, pictureAt }: { message: string; pictureAt: number }) => [
    message,
    pictureAt,
  ])

describe('[CHAT-19] messages on the clock of the picture', () => {
  it('are in the order of the pictures that their writers saw', async () => {
    const start = site.now()
    await say('I see it live', start - 1000)
    await say('I am far behind', start - 20_000)
    await say('my client says nothing')
    const all = await saidAbout(start - 60_000, start + 60_000)
    expect(all.map(([text]) => text)).toEqual(['I am far behind', 'my client says nothing', 'I see it live'])
    expect(all[0]?.[1]).toBe(Math.floor(start - 20_000))
    // The stretch has the messages about its pictures, whenever they were written.
    expect((await saidAbout(start - 30_000, start - 10_000)).map(([text]) => text)).toEqual(['I am far behind'])
    expect(await saidAbout(start + 10_000, start + 20_000)).toEqual([])
  })

  it('are of now where the picture is too old or still to come', async () => {
    site.moveClock(120_000)
    const start = site.now()
    await say('from the future', start + 60_000)
    await say('an hour back', start - 3_600_000)
    const all = await saidAbout(start - 10_000, start + 10_000)
    expect(all.map(([text]) => text).sort()).toEqual(['an hour back', 'from the future'])
    expect(await saidAbout(start - 3_600_000 - 60_000, start - 3_600_000 + 60_000)).toEqual([])
  })

  it('are not shown once they are deleted', async () => {
    const start = site.now()
    await say('a mistake', start)
    const { json } = await list(start - 1000, start + 1000)
    const id = json.messages.find(({ message }: { message: string }) => message === 'a mistake').id
    expect((await site.request('DELETE', `/api/chat/messages/alice/${id}`, { token: bob })).status).toBe(200)
    expect((await saidAbout(start - 1000, start + 1000)).map(([text]) => text)).not.toContain('a mistake')
  })

  it.each([
    [0, 0],
    [1000, 500],
    [0, 11 * 60_000],
    [-1, 1000],
    [0, 9e15],
  ])('of the stretch from %i to %i cannot be asked for', async (from, until) => {
    expect((await list(from, until)).status).toBe(400)
  })

  it('takes a time only as a number', async () => {
    for (const pictureAt of ['now', -1.5, null, 1e300]) {
      const body = { message: 'x', pictureAt }
      expect((await site.request('POST', '/api/chat/messages/alice', { body, token: bob })).status).toBe(400)
    }
  })
})
