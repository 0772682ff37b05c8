import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectChat } from '../../testing/chat/chat-client.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'

const path = '/api/channels/my-channel'
const nothingSet = { title: '', description: '', category: null, language: null, tags: [] }

describe('a channel', () => {
  let site: TestSite
  let alice: string
  let bob: string

  beforeAll(async () => {
    site = await startTestSite()
    alice = await site.signIn('alice')
    bob = await site.signIn('bob')
  })
  afterAll(async () => {
    await site?.close()
  })

  const put = (body: unknown, token = alice) => site.request('PUT', path, { body, token })
  const mine = async (token = alice) => (await site.request('GET', path, { token })).json

  it('[STREAM-2] has nothing set at first, and shows the defaults', async () => {
    expect(await mine(bob)).toEqual(nothingSet)
    expect((await site.request('GET', '/api/channels/bob')).json).toEqual({
      ...nothingSet,
      username: 'bob',
      title: "bob's Stream",
      description: 'Welcome to the stream!',
    })
  })

  it('is changed field by field, and everyone sees it at once', async () => {
    const listener = await connectChat(site.url)
    await listener.join('alice')
    const set = {
      title: '  Bees\nand ‮honey ',
      description: 'Line one\r\nLine two',
      category: 'Education',
      language: 'en',
    }
    expect((await put(set)).status).toBe(200)
    const seen = { title: 'Bees and honey', description: 'Line one\nLine two', category: 'Education', language: 'en' }
    expect(await mine()).toEqual({ ...seen, tags: [] })
    expect(await listener.next('channel-changed')).toEqual({ username: 'alice', ...seen, tags: [] })
    expect((await put({ tags: ['Bees', '蜂', 'bees'], category: '' })).json).toEqual({
      ...seen,
      category: null,
      tags: ['bees', '蜂'],
    })
    expect((await site.request('GET', '/api/streams/info/alice')).json).toMatchObject({
      title: 'Bees and honey',
      category: 'General',
      tags: ['bees', '蜂'],
    })
    listener.close()
  })

  it('[SETTINGS-1] has a title of at most 255 characters, counted by code point', async () => {
    expect((await put({ title: '🐝'.repeat(255) })).status).toBe(200)
    const refused = await put({ title: 'x'.repeat(256) })
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_request'])
  })

  it.each([
    ['a category that is none', { category: 'Bees' }],
    ['a language that is none', { language: 'xx' }],
    ['a description past its bound', { description: 'x'.repeat(5001) }],
    ['eleven tags', { tags: Array.from({ length: 11 }, (_, index) => `tag${index}`) }],
    ['a tag of two words', { tags: ['two words'] }],
    ['a tag of markup', { tags: ['<b>'] }],
    ['a title that is no text', { title: { toString: 'x' } }],
  ])('refuses %s', async (_title, body) => {
    const before = await mine()
    expect((await put(body)).status).toBe(400)
    expect(await mine()).toEqual(before)
  })

  it('[T16] accepts only its own fields', async () => {
    const before = await mine()
    const extra = { role: 'owner', username: 'bob', isLive: true, moderators: ['bob'], updated_at_ms: 1 }
    expect((await put({ ...extra, title: before.title })).status).toBe(200)
    expect((await put('{"__proto__":{"title":"x"}}')).status).toBe(400)
    expect((await put('{"constructor":{"prototype":{"title":"x"}}}')).status).toBe(400)
    expect(await mine()).toEqual(before)
    expect(await mine(bob)).toEqual(nothingSet)
    expect((await site.request('GET', '/api/chat/config/alice')).json.moderators).toEqual([])
  })

  it('[API-8] can be set by name too, only by its owner', async () => {
    const set = (username: string, token: string) =>
      site.request('PUT', `/api/streams/settings/${username}`, { body: { title: 'By name' }, token })
    expect((await set('alice', alice)).json.title).toBe('By name')
    const [known, unknown] = [await set('alice', bob), await set('nobody-here', bob)]
    expect([known.status, known.text]).toEqual([403, unknown.text])
    expect((await mine()).title).toBe('By name')
  })
})
