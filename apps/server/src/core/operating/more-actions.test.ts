import { endpoints } from '@waggle/contract/endpoints'
import { type EndpointName, routes } from '@waggle/contract/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDatabase } from '../../db/open.ts'
import { deleteOldActions } from '../../db/operating/site-actions.ts'
import { connectChat } from '../../testing/chat/chat-client.ts'
import { operatingPermissions } from '../../testing/core/operating-permissions.ts'
import type { World } from '../../testing/core/permission-case.ts'
import { signAs, startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder } from '../../testing/test-encoder.ts'

let site: TestSite
let db: Db
const tokens: Record<string, string> = {}

beforeAll(async () => {
  site = await startTestSite({ env: { WAGGLE_OPERATORS: 'alice,bob', WAGGLE_TRANSCODE: 'off' } })
  db = await openDatabase({ dataDir: site.dataDir })
  for (const name of ['alice', 'bob', 'carol', 'dave', 'erin']) {
    site.nextClient()
    tokens[name] = await site.signIn(name)
  }
})
afterAll(async () => {
  await db?.destroy()
  await site?.close()
})

function as(name: string, method: string, path: string, body?: unknown) {
  site.nextClient()
  return site.request(method, path, { token: tokens[name] ?? '', ...(body !== undefined && { body }) })
}

async function approve(name: string) {
  const { challenge } = (await as(name, 'GET', `/api/auth/challenge?purpose=operate&username=${name}`)).json
  const body = { username: name, challenge, signature: await signAs(name, challenge) }
  expect((await as(name, 'POST', '/api/operate/rights', body)).status).toBe(200)
}

const act = (body: object) => as('alice', 'POST', '/api/operate/actions', { reason: 'harassment', ...body })
const preview = (query: Record<string, string>) =>
  as('alice', 'GET', `/api/operate/actions/preview?${new URLSearchParams(query)}`)
const undo = (id: string) => as('alice', 'POST', `/api/operate/actions/${id}/undo`)
const say = (name: string, channel: string, message: string) =>
  as(name, 'POST', `/api/chat/messages/${channel}`, { message })

it('[OPERATE-1] [T34] a session of an operator without a signature can make no call for which it needs one', async () => {
  const names = Object.keys(endpoints).filter((name) =>
    (endpoints[name as EndpointName].errors as readonly string[]).includes('operating_proof_required'),
  ) as EndpointName[]
  expect(names.length).toBeGreaterThan(15)
  const world = { name: 'alice', sign: async () => ({}), say: async () => 'none' } as unknown as World
  for (const name of names) {
    const [permission] = operatingPermissions[name as keyof typeof operatingPermissions] ?? []
    const given = (await (permission as { call?: (world: World) => object })?.call?.(world)) as
      | { params?: Record<string, string>; query?: string; body?: unknown }
      | undefined
    const [method = '', template = ''] = routes[name].split(' ')
    const params: Record<string, string> = { username: 'carol', ...given?.params }
    const path = template.replace(/:(\w+)/g, (_, key: string) => params[key] ?? 'none')
    const { json } = await as('alice', method, given?.query ? `${path}?${given.query}` : path, given?.body)
    expect(json?.code, name).toBe('operating_proof_required')
  }
})

describe('[OPERATE-3] [OPERATE-13] an action', () => {
  beforeAll(async () => {
    await approve('alice')
    await approve('bob')
  })

  it('silences an account everywhere, tells it why, and is undone', async () => {
    await as('carol', 'PUT', '/api/channels/my-channel', { title: 'My channel' })
    expect((await preview({ kind: 'silence', username: 'carol' })).json.inEffect).toBe(null)
    const { json } = await act({ kind: 'silence', username: 'carol', minutes: 60 })
    const refusals = [
      await say('carol', 'dave', 'hello'),
      await as('carol', 'PUT', '/api/channels/my-channel', { title: 'Another' }),
      await as('carol', 'PUT', '/api/channels/my-channel/panels', { panels: [] }),
      await as('carol', 'PUT', '/api/channels/my-channel/schedule', { broadcasts: [], timeZone: 'UTC' }),
      await as('carol', 'POST', '/api/clips', { streamId: 'x'.repeat(20), title: 'x', startsAt: 1, endsAt: 2 }),
    ]
    expect(refusals.map((answer) => answer.json.code)).toEqual([
      'chat_suspended',
      'account_silenced',
      'account_silenced',
      'account_silenced',
      'account_silenced',
    ])
    expect(refusals[1]?.json.message).toMatch(/until .* UTC. Reason: harassment or hatred/)
    expect((await as('carol', 'POST', '/api/follows/follow', { username: 'dave' })).status).toBe(200)
    const encoder = await connectEncoder(site.rtmpPort, await site.streamKey('carol'))
    encoder.send(4)
    await expect.poll(async () => (await as('dave', 'GET', '/api/streams/info/carol')).json.isLive).toBe(true)
    expect((await as('dave', 'GET', '/api/streams')).json.streams).toEqual([])
    const known = (await preview({ kind: 'silence', username: 'carol' })).json
    expect(known).toMatchObject({ inEffect: { takenBy: 'alice' }, broadcast: { title: 'My channel', viewers: 0 } })
    await undo(json.id)
    expect((await say('carol', 'dave', 'hello again')).status).toBe(200)
    expect((await as('dave', 'GET', '/api/streams')).json.streams).toMatchObject([{ username: 'carol' }])
    await encoder.close()
  })

  it('removes a message from open pages, with its text, for good', async () => {
    const page = await connectChat(site.url)
    await page.join('dave')
    const { id } = (await say('carol', 'dave', 'something vile')).json.data
    const thing = { kind: 'remove-message', username: 'carol', channel: 'dave', messageId: id }
    expect((await preview(thing)).json.message).toBe('something vile')
    expect((await act({ ...thing, username: 'erin' })).json.code).toBe('chat_message_not_found')
    expect((await act({ ...thing, messageId: 'none' })).json.code).toBe('chat_message_not_found')
    expect((await act({ kind: 'remove-message', username: 'carol' })).json.code).toBe('chat_message_not_found')
    const taken = await act(thing)
    expect(taken.json).toMatchObject({ channel: 'dave', messageId: id, isInEffect: false })
    expect(await page.next('message-deleted', (deleted) => deleted === id)).toBe(id)
    const rows = await db.selectFrom('chat_messages').select('message').where('id', '=', id).execute()
    expect(rows).toEqual([{ message: '' }])
    expect((await undo(taken.json.id)).json.code).toBe('action_undone')
    page.close()
  })

  it('removes the texts of a channel', async () => {
    const texts = { title: 'A vile title', description: 'and more of it', tags: ['vile'] }
    const panels = [{ title: 'A vile panel', text: 'vile', link: null }]
    await as('erin', 'PUT', '/api/channels/my-channel', texts)
    await as('erin', 'PUT', '/api/channels/my-channel/panels', { panels })
    const planned = { startTime: Date.now() + 86_400_000, isWeekly: true, title: 'A vile evening' }
    const schedule = { broadcasts: [planned], timeZone: 'Europe/Madrid' }
    await as('erin', 'PUT', '/api/channels/my-channel/schedule', schedule)
    const { profile } = (await preview({ kind: 'clear-profile', username: 'erin' })).json
    expect(profile).toEqual({ ...texts, panels, planned: ['A vile evening'] })
    expect((await act({ kind: 'clear-profile', username: 'erin' })).status).toBe(200)
    expect((await as('erin', 'GET', '/api/channels/my-channel')).json).toMatchObject({ description: '' })
    expect(JSON.stringify((await as('dave', 'GET', '/api/channels/erin')).json)).not.toContain('vile')
    expect((await as('dave', 'GET', '/api/channels/erin/panels')).json).toEqual({ panels: [] })
    const left = { broadcasts: [{ ...planned, title: '', durationMinutes: null, category: null }] }
    expect((await as('dave', 'GET', '/api/channels/erin/schedule')).json).toEqual(left)
  })
})

describe('[OPERATE-4] the log', () => {
  it('has no call that changes or deletes an entry, and says who undid what, also as CSV', async () => {
    const calls = Object.entries(routes).filter(([, route]) => route.includes('/api/operate/actions'))
    expect(calls.map(([name]) => name).sort()).toEqual([
      ...['exportSiteActions', 'listSiteActions', 'previewSiteAction', 'takeSiteAction', 'undoSiteAction'],
    ])
    const { json } = await act({ kind: 'hide-channel', username: 'dave', note: 'the first note' })
    expect((await act({ kind: 'hide-channel', username: 'dave', note: 'another' })).json.code).toBe('action_in_effect')
    expect((await as('bob', 'POST', `/api/operate/actions/${json.id}/undo`)).json.undoneBy).toBe('bob')
    expect((await undo(json.id)).json.code).toBe('action_undone')
    const { text } = await as('bob', 'GET', '/api/operate/actions/export')
    const [head = '', first = ''] = text.split('\r\n')
    const entry = Object.fromEntries(head.split(',').map((column, index) => [column, first.split(',')[index]]))
    expect(entry).toMatchObject({ account: 'dave', note: 'the first note', by: 'alice', undone_by: 'bob' })
  })

  it('is exported whole, however long it is', async () => {
    const row = await db.selectFrom('site_actions').selectAll().limit(1).executeTakeFirstOrThrow()
    const old = Array.from({ length: 1201 }, (_, n) => ({
      ...{ ...row, id: `0${String(n).padStart(6, '0')}`, in_effect_key: null, taken_at_ms: n },
      changed_at_ms: n,
    }))
    await db.insertInto('site_actions').values(old.slice(0, 700)).execute()
    await db.insertInto('site_actions').values(old.slice(700)).execute()
    const { text } = await as('bob', 'GET', '/api/operate/actions/export')
    const all = await db.selectFrom('site_actions').select('id').execute()
    expect(text.trimEnd().split('\r\n')).toHaveLength(all.length + 1)
  })

  it('is exported as it is searched', async () => {
    const { json } = await act({ kind: 'hide-channel', username: 'frank', note: 'the same name as erin' })
    await undo(json.id)
    await act({ kind: 'clear-profile', username: 'frank', note: 'something else' })
    const found = async (query: string) => {
      const { text } = await as('bob', 'GET', `/api/operate/actions/export?${query}`)
      const [, ...rows] = text.trimEnd().split('\r\n')
      return rows.map((row) => row.split(',').slice(1, 3).join(' '))
    }
    expect(await found('words=ERIN+name')).toEqual(['hide-channel frank'])
    expect(await found('username=frank')).toEqual(['clear-profile frank', 'hide-channel frank'])
    expect(await found('kind=clear-profile&words=frank')).toEqual(['clear-profile frank'])
    expect(await found('words=nothing-of-it')).toEqual([])
    expect((await as('bob', 'GET', '/api/operate/actions/export?kind=unknown')).json.code).toBe('invalid_request')
  })

  it('is kept as long as set, but for what is in effect', async () => {
    const { json } = await act({ kind: 'hide-channel', username: 'erin' })
    const laterMs = site.now() + 1
    await deleteOldActions(db, laterMs, laterMs)
    const left = await db.selectFrom('site_actions').select('id').execute()
    expect(left).toEqual([{ id: json.id }])
  })
})
