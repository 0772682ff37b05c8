import { endpoints } from '@waggle/contract/endpoints'
import { keyNumberAt } from '@waggle/contract/playback/hls-keys'
import { type EndpointName, routes } from '@waggle/contract/routes'
import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { otherAddresses, rawRequest } from '../../testing/admission/strange-requests.ts'
import { connectChat } from '../../testing/chat/chat-client.ts'
import { type OperatedSite, startOperatedSite } from '../../testing/operated-site.ts'
import { connectRealTime } from '../../testing/real-time-viewer.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

/** What the site promises; a shared machine may pause as long again. */
const inEffect = { timeout: 5000, interval: 50 }

/** All that a private site answers to strangers. Whatever is added to the site is not in this list. */
const openRoutes = [
  'GET /healthz',
  'GET /readyz',
  'GET /robots.txt',
  'GET /api/auth/challenge',
  'POST /api/auth/hive',
  'POST /api/auth/verify',
  'POST /api/auth/logout',
  'POST /api/admission/enter',
  'POST /api/invitations/accept',
  // The sandbox's chain. A site in production has none.
  'GET /sandbox/hive',
  'POST /sandbox/hive',
  'GET /sandbox/hive/health',
  'OPTIONS /sandbox/hive',
  'GET /u/:name/avatar',
  'GET /u/:name/avatar/:size',
]

/** In what carol, a member, does and says, and in what operators say. None of it is for strangers. */
const secrets = ['carol', 'Honeycomb', 'Swarms', 'Only for bees', 'Be kind']

let site: OperatedSite
let encoder: TestEncoder
let media: NodeJS.Timeout | undefined
let streamId: string
let hlsToken: string
const added = new Set<string>()
const cookies: Record<string, string> = {}

beforeAll(async () => {
  site = await startOperatedSite(['carol', 'dave'], {
    env: { WAGGLE_TRANSCODE: 'off', WAGGLE_WEBHOOKS: '1' },
    onRoute: ({ method, url }: RouteOptions) => {
      for (const each of [method].flat()) added.add(`${each} ${url}`)
    },
  })
  await site.as('carol', 'PUT', '/api/channels/my-channel', { title: 'Honeycomb' })
  await site.as('carol', 'PUT', '/api/channels/my-channel/panels', { panels: [{ title: 'Swarms' }] })
  const settings = { tagline: 'Only for bees', pages: [{ address: 'rules', title: '', text: '# Be kind' }] }
  await site.as('alice', 'PUT', '/api/operate/site', { settings, revisions: {} })
  await site.as('alice', 'PUT', '/api/operate/members/carol', { note: 'keeps bees' })
  encoder = await connectEncoder(site.rtmpPort, await site.streamKey('carol'))
  encoder.send(8)
  // An encoder that is silent for long is taken for lost.
  media = setInterval(() => encoder.send(2), 2000)
  // expect.poll() is for tests only. Every question takes its time, so this does not spin.
  do {
    streamId = (await site.request('GET', '/api/streams/info/carol')).json.streamId
  } while (!streamId)
  hlsToken = (await site.request('POST', `/api/hls/token/${streamId}`)).json.token
  await setPrivate(true)
  for (const name of ['alice', 'carol']) cookies[name] = (await enter(name)).cookie
})
afterAll(async () => {
  clearInterval(media)
  await encoder?.close()
  await site?.close()
})

async function setPrivate(isPrivate: boolean, hint = 'Write to the queen.') {
  const { json } = await site.as('alice', 'GET', '/api/operate/entrance')
  expect(json).toMatchObject({ obstacle: null })
  const { revision } = json
  const body = { value: { isPrivate, hint }, revision }
  expect((await site.as('alice', 'PUT', '/api/operate/entrance', body)).json).toEqual({ success: true })
}

async function enter(name: string) {
  const { json, headers } = await site.as(name, 'POST', '/api/admission/enter')
  const header = headers.get('set-cookie') ?? ''
  return { json, header, cookie: header.split(';')[0] ?? '' }
}

/** As a browser asks for what has no header of the page. */
function withCookie(cookie: string | undefined, path: string, accept = '*/*') {
  site.nextClient()
  return site.request('GET', path, { headers: { ...(cookie && { cookie }), accept } })
}

const addMember = (name: string) => site.as('alice', 'PUT', `/api/operate/members/${name}`, { note: '' })
const removeMember = (name: string) => site.as('alice', 'DELETE', `/api/operate/members/${name}`)

const parameters: Record<string, string> = {
  username: 'carol',
  channel: 'carol',
  account: 'carol',
  name: 'carol',
  page: 'rules',
  '*': 'master.m3u8',
}
function pathOf(template: string): string {
  return template
    .replace('/live/:streamId/*', `/live/${streamId}/master.m3u8`)
    .replace(/:(\w+)|\*/g, (whole, key?: string) => {
      if (key === 'streamId') return streamId
      if (key === 'keyNumber') return String(keyNumberAt(Date.now()))
      return parameters[key ?? whole] ?? 'none'
    })
}

const answerTo = (method: string, path: string, headers: Record<string, string>, body?: string) =>
  rawRequest(site.url, { method, path, headers, body })

describe('[MEMBER-2] [T44] a private site', () => {
  it.each([
    ['a stranger', 401, () => ({})],
    ['an invented session', 401, () => ({ authorization: `Bearer ${'x'.repeat(43)}` })],
    ['an invented cookie', 401, () => ({ cookie: `waggle-entrance=${'a'.repeat(64)}.${'b'.repeat(43)}` })],
    [
      'a cookie with another seal',
      401,
      () => ({ cookie: cookies.carol?.replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A')) ?? '' }),
    ],
    ['whoever has logged in and is no member', 403, () => ({ authorization: `Bearer ${site.tokens.dave}` })],
  ] as const)('tells %s nothing at any address, whatever the method', async (_who, status, headersOf) => {
    const open = new Set(openRoutes)
    const walked = [...added].filter((route) => !open.has(route.replace(/^HEAD/, 'GET')))
    const calls = [...walked.map((route) => route.split(' ') as [string, string])].map(
      ([method, template]) => [method, pathOf(template)] as const,
    )
    for (const path of otherAddresses(streamId, hlsToken))
      for (const method of ['GET', 'HEAD', 'OPTIONS']) calls.push([method, path] as never)
    const bodies = new Set<string>()
    for (const [method, path] of calls) {
      for (const accept of ['*/*', 'text/html']) {
        const hasBody = method !== 'GET' && method !== 'HEAD'
        const headers = {
          ...headersOf(),
          accept,
          'x-forwarded-for': '10.3.0.1',
          ...(hasBody && { 'content-type': 'application/json' }),
        }
        const answer = await answerTo(method, path, headers, hasBody ? '{}' : undefined)
        expect(answer.status, `${method} ${path} ${accept}`).toBe(status)
        for (const secret of [...secrets, streamId]) {
          expect(answer.text + answer.headers, `${method} ${path}`).not.toContain(secret)
        }
        expect(answer.headers).toContain('no-store')
        expect(answer.headers).not.toContain('public')
        expect(answer.headers).toContain('noindex')
        bodies.add(answer.text)
      }
    }
    // The bare page, the refusal, and nothing for HEAD: what exists is answered like what does not.
    expect(bodies.size).toBe(3)
    expect(walked.length).toBeGreaterThan(150)
  })

  it('lets everybody log in, and says to nobody else what is there', async () => {
    for (const route of openRoutes) {
      const [method = '', template = ''] = route.split(' ')
      const { text, headers } = await answerTo(method, pathOf(template), { accept: '*/*' })
      for (const secret of ['Honeycomb', 'Only for bees', 'Be kind', streamId])
        expect(text + headers).not.toContain(secret)
    }
    expect((await withCookie(undefined, '/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
    expect((await withCookie(undefined, '/assets/app-1a2b.js')).headers.get('cache-control')).toContain('immutable')
    // Every route of this site that is open is in the list above.
    expect(openRoutes.filter((route) => !added.has(route) && !route.startsWith('OPTIONS'))).toEqual([])
  })

  it('refuses every socket of those who are no members', async () => {
    const members = { dave: { authorization: `Bearer ${site.tokens.dave}` }, stranger: {} }
    for (const headers of Object.values(members)) {
      await expect(connectChat(site.url, { headers })).rejects.toThrow()
      await expect(connectChat(site.url, { headers, transports: ['polling'] })).rejects.toThrow()
    }
    expect((await connectRealTime(site.url, streamId, { token: hlsToken })).status).toBe(401)
    expect((await connectRealTime(site.url, 'x'.repeat(20), {})).status).toBe(401)
  })
})

describe('[MEMBER-3] a member', () => {
  it('sees the site with its cookie, and no cache keeps what it sees', async () => {
    const paths = ['/', '/watch?user=carol', `/live/${streamId}/master.m3u8`, '/api/streams', '/api/streams/info/carol']
    for (const path of paths) {
      const { status, headers, text } = await withCookie(cookies.carol, path, path === '/' ? 'text/html' : '*/*')
      expect([path, status]).toEqual([path, 200])
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(text).not.toBe('')
    }
    const playlist = (await withCookie(cookies.carol, `/live/${streamId}/master.m3u8`)).text
    expect(playlist).toMatch(/^#EXTM3U/)
    expect((await site.as('carol', 'GET', '/api/streams')).json.streams).toHaveLength(1)
  })

  it('has a cookie that no script reads, no other site sends, and that is for this host alone', async () => {
    expect((await enter('carol')).header).toMatch(
      /^waggle-entrance=[0-9a-f]{64}\.[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    )
  })

  it('[T14] can do nothing with the cookie: every call that needs a session needs its token', async () => {
    const names = (Object.keys(routes) as EndpointName[]).filter((name) => endpoints[name].auth === 'session')
    expect(names.length).toBeGreaterThan(80)
    for (const name of names) {
      const [method = '', template = ''] = routes[name].split(' ')
      const headers = { cookie: cookies.alice ?? '', 'content-type': 'application/json', 'x-forwarded-for': '10.4.0.1' }
      const { status, text } = await answerTo(method, pathOf(template), headers, method === 'GET' ? undefined : '{}')
      expect([name, status, JSON.parse(text).code]).toEqual([name, 401, 'authentication_required'])
    }
  })

  it('loses the site with its session', async () => {
    const token = await site.signIn('carol')
    const answer = await site.request('POST', '/api/admission/enter', { token })
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await withCookie(cookie, '/api/streams')).status).toBe(200)
    const leaving = await site.request('POST', '/api/auth/logout', { token, headers: { cookie } })
    expect(leaving.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await withCookie(cookie, '/api/streams')).status).toBe(401)
  })
})

describe('[MEMBER-4] whoever is no member', () => {
  it('may log in, and is told whom to ask', async () => {
    const { json, header } = await enter('dave')
    expect(json).toEqual({ isMember: false, hint: 'Write to the queen.' })
    expect(header).toBe('')
    expect((await site.as('dave', 'POST', '/api/auth/verify')).status).toBe(200)
    const { challenge } = (await site.request('GET', '/api/auth/challenge')).json
    expect(challenge).not.toContain('Honeycomb')
  })

  it('gets no stream key, and may not broadcast with an old one', async () => {
    expect((await site.as('dave', 'POST', '/api/auth/stream-key', {})).json.code).toBe('not_a_member')
    await setPrivate(false)
    const key = await site.streamKey('dave')
    await setPrivate(true)
    const refused = await connectEncoder(site.rtmpPort, key)
    expect(refused.answer).toMatchObject({
      description: 'This site is for its members, and your account is not one of them',
    })
    await refused.close()
  })
})

describe('[MEMBER-5] members', () => {
  it('are whoever is on the list, and always those who run the site', async () => {
    expect((await enter('alice')).json.isMember).toBe(true)
    expect((await enter('bob')).json.isMember).toBe(true)
    const { json } = await site.as('bob', 'GET', '/api/operate/members')
    expect(json.members).toMatchObject([{ username: 'carol', note: 'keeps bees', admittedBy: 'alice' }])
    expect((await site.as('carol', 'GET', '/api/operate/members')).json.code).toBe('not_operating')
    await site.as('bob', 'PUT', '/api/operate/members/dave', { note: 'his brother' })
    await site.as('bob', 'PUT', '/api/operate/members/dave', { note: "carol's brother" })
    const { members } = (await site.as('bob', 'GET', '/api/operate/members')).json
    expect(members[1]).toMatchObject({ username: 'dave', note: "carol's brother", admittedBy: 'bob' })
    expect((await enter('dave')).json.isMember).toBe(true)
    await removeMember('dave')
    const { actions } = (await site.as('alice', 'GET', '/api/operate/actions')).json
    expect(actions.slice(0, 2)).toMatchObject([
      { kind: 'withdraw-member', username: 'dave', takenBy: 'alice' },
      { kind: 'admit-member', username: 'dave', takenBy: 'bob', note: 'his brother' },
    ])
    // Only operators open and close the site.
    expect((await site.as('bob', 'GET', '/api/operate/entrance')).json.code).toBe('operators_only')
  })

  it('are out at once when their membership ends: sockets, playing, keys', async () => {
    await addMember('dave')
    const { cookie } = await enter('dave')
    const chat = await connectChat(site.url, { headers: { cookie } })
    const ended = new Promise((resolve) => chat.socket.once('disconnect', resolve))
    const viewer = await connectRealTime(site.url, streamId, { token: hlsToken, cookie })
    expect(viewer.status).toBe(101)
    const playlist = `/live/${streamId}/master.m3u8`
    expect((await withCookie(cookie, playlist)).status).toBe(200)
    const startedMs = Date.now()
    await removeMember('dave')
    expect(await viewer.closed).toBe(4403)
    await ended
    expect(Date.now() - startedMs).toBeLessThan(inEffect.timeout)
    expect((await withCookie(cookie, playlist)).status).toBe(403)
    const key = `/api/hls/key/${streamId}/${keyNumberAt(Date.now())}?token=${hlsToken}`
    expect((await withCookie(cookie, key)).status).toBe(403)
    await expect(connectChat(site.url, { headers: { cookie } })).rejects.toThrow()
  })

  it('lose their sockets when they log out', async () => {
    await addMember('dave')
    const token = await site.signIn('dave')
    const answer = await site.request('POST', '/api/admission/enter', { token })
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const chat = await connectChat(site.url, { headers: { cookie } })
    const ended = new Promise((resolve) => chat.socket.once('disconnect', resolve))
    await site.request('POST', '/api/auth/logout', { token })
    await ended
    await removeMember('dave')
  })
})

describe('[MEMBER-6] an invitation', () => {
  const invite = async (body: object) =>
    (await site.as('bob', 'POST', '/api/operate/invitations', body)).json as { secret: string }
  const accept = async (name: string, secret: string) => {
    const { json, headers } = await site.as(name, 'POST', '/api/invitations/accept', { secret })
    return { ...json, hasCookie: headers.has('set-cookie') }
  }

  it('makes whoever has logged in a member, as often as it says', async () => {
    for (const name of ['erin', 'frank']) site.tokens[name] = await site.signIn(name)
    const { secret } = await invite({ list: 'members', uses: 2, note: 'For the hive' })
    expect(await accept('dave', secret)).toEqual({ success: true, list: 'members', hasCookie: true })
    // Whoever is one already takes nobody's place.
    expect(await accept('dave', secret)).toMatchObject({ success: true })
    expect(await accept('carol', secret)).toMatchObject({ success: true })
    const open = (await site.as('bob', 'GET', '/api/operate/invitations')).json.invitations
    expect(open).toMatchObject([{ list: 'members', usesLeft: 1, note: 'For the hive' }])
    const both = await Promise.all([accept('erin', secret), accept('frank', secret)])
    expect(both.map(({ success, code }) => success ?? code).toSorted()).toEqual(['invitation_not_found', true])
    for (const name of ['dave', 'erin', 'frank']) await removeMember(name)
  })

  it('is of no use once it is revoked or has expired', async () => {
    const revoked = await invite({ list: 'members', uses: 5 })
    const [{ id }] = (await site.as('bob', 'GET', '/api/operate/invitations')).json.invitations
    await site.as('bob', 'DELETE', `/api/operate/invitations/${id}`)
    expect((await accept('dave', revoked.secret)).code).toBe('invitation_not_found')
    expect((await accept('dave', 'x'.repeat(32))).code).toBe('invitation_not_found')
    expect((await enter('dave')).json.isMember).toBe(false)
  })

  it('to broadcast lets in too, while the site is private', async () => {
    const { secret } = await invite({})
    expect(await accept('dave', secret)).toMatchObject({ list: 'streamers', hasCookie: true })
    expect((await enter('dave')).json.isMember).toBe(true)
    await removeMember('dave')
  })
})

describe('[MEMBER-1] operators make a site private', () => {
  it('while people are on it, who are then out', async () => {
    await setPrivate(false)
    const chat = await connectChat(site.url)
    const ended = new Promise((resolve) => chat.socket.once('disconnect', resolve))
    const viewer = await connectRealTime(site.url, streamId, { token: hlsToken })
    expect(viewer.status).toBe(101)
    expect((await withCookie(undefined, `/live/${streamId}/master.m3u8`)).status).toBe(200)
    expect((await site.request('GET', '/api/site')).json.isPrivate).toBe(false)
    await setPrivate(true)
    expect(await viewer.closed).toBe(4403)
    await ended
    expect((await withCookie(undefined, `/live/${streamId}/master.m3u8`)).status).toBe(401)
  })

  it('and a broadcast of somebody who is no member any more ends', async () => {
    await removeMember('carol')
    await expect
      .poll(() => withCookie(cookies.alice, '/api/streams').then(({ json }) => json.streams), inEffect)
      .toEqual([])
  })
})
