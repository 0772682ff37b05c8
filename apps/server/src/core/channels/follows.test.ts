import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
const tokens: Record<string, string> = {}

beforeAll(async () => {
  site = await startTestSite()
  for (const name of ['alice', 'bob', 'carol', 'dave', 'erin']) tokens[name] = await site.signIn(name)
})
afterAll(() => site?.close())
beforeEach(async () => {
  site.nextClient()
  for (const follower of Object.keys(tokens)) {
    for (const { username } of await followingOf(follower)) await change('unfollow', follower, username)
  }
  // The most followed channels are cached for this long.
  site.moveClock(60_000)
})

function change(what: 'follow' | 'unfollow', follower: string, username: unknown) {
  return site.request('POST', `/api/follows/${what}`, { token: tokens[follower]!, body: { username } })
}

async function followingOf(follower: string): Promise<{ username: string }[]> {
  const answer = await site.request('GET', '/api/follows/following', { token: tokens[follower]! })
  expect(answer.status).toBe(200)
  return answer.json.following
}

const stats = async (name: string) => (await site.request('GET', `/api/follows/stats/${name}`)).json
const since = async (name: string, follower: string) =>
  (await site.request('GET', `/api/follows/followers/${name}/${follower}`)).json.followedAt
const status = async (follower: string, name: string) =>
  (await site.request('GET', `/api/follows/status/${name}`, { token: tokens[follower]! })).json.isFollowing

describe('[API-12] following', () => {
  it('follows once, however often it is called, and shows in status, lists and counts', async () => {
    expect(await status('alice', 'bob')).toBe(false)
    expect(await change('follow', 'alice', ' @Bob ')).toMatchObject({
      status: 200,
      json: { success: true, isFollowing: true, followerCount: 1, message: expect.stringContaining('@bob') },
    })
    const [first] = await followingOf('alice')
    site.moveClock(1000)
    expect((await change('follow', 'alice', 'bob')).json.followerCount).toBe(1)
    expect(await followingOf('alice')).toEqual([first])
    expect(first).toMatchObject({ username: 'bob', lastSeen: null, followedAt: expect.any(Number) })
    expect(await status('alice', 'BOB')).toBe(true)
    expect(first).toMatchObject({ followedAt: await since('bob', 'Alice') })
    expect(await since('alice', 'bob')).toBeNull()
    expect(await stats('bob')).toEqual({ followerCount: 1, followingCount: 0 })
    expect(await stats('alice')).toEqual({ followerCount: 0, followingCount: 1 })
    expect((await site.request('GET', '/api/follows/followers/bob')).json.followers).toMatchObject([
      { username: 'alice' },
    ])
  })

  it('unfollows once, however often it is called, and never counts below 0', async () => {
    await change('follow', 'alice', 'bob')
    for (const _ of [1, 2]) {
      expect(await change('unfollow', 'alice', 'bob')).toMatchObject({
        status: 200,
        json: { isFollowing: false, followerCount: 0 },
      })
    }
    expect(await followingOf('alice')).toEqual([])
    expect(await stats('bob')).toEqual({ followerCount: 0, followingCount: 0 })
  })

  it('counts many parallel follows as one', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => change('follow', 'carol', 'dave')))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    expect(await stats('dave')).toEqual({ followerCount: 1, followingCount: 0 })
  })

  it('lists followers a page at a time, the latest first', async () => {
    for (const follower of ['alice', 'bob', 'carol']) {
      await change('follow', follower, 'erin')
      site.moveClock(1000)
    }
    const page = async (query: string) =>
      (await site.request('GET', `/api/follows/followers/erin?${query}`)).json.followers
    const first = await page('limit=2')
    expect(first.map((entry: { username: string }) => entry.username)).toEqual(['carol', 'bob'])
    expect(await page(`limit=2&before=${first[1].followedAt}`)).toMatchObject([{ username: 'alice' }])
    expect((await site.request('GET', '/api/follows/followers/erin?limit=100000')).status).toBe(400)
  })

  it.each<[string, unknown, number, string]>([
    ['oneself', 'alice', 400, 'follow_self'],
    ['an account that is not on the chain', 'nobody-here', 404, 'follow_no_account'],
    ['no name', '', 400, 'invalid_username'],
    ['a name that cannot be', "x'; drop table follows", 400, 'invalid_username'],
    ['a number', 7, 400, 'invalid_username'],
    ['a long text', 'a'.repeat(10_000), 400, 'invalid_username'],
  ])('refuses to follow %s', async (_case, username, code, refusal) => {
    expect(await change('follow', 'alice', username)).toMatchObject({ status: code, json: { code: refusal } })
    expect(await followingOf('alice')).toEqual([])
  })

  it('limits a caller that follows and unfollows repeatedly', async () => {
    const token = await site.signIn('frank')
    const statuses: number[] = []
    for (let call = 0; call < 65; call++) {
      statuses.push((await site.request('POST', '/api/follows/unfollow', { token, body: { username: 'bob' } })).status)
    }
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200))
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('recommendations', () => {
  const recommended = async (query = '', token?: string) => {
    const answer = await site.request('GET', `/api/follows/recommendations${query}`, token ? { token } : {})
    return answer.json.recommendations as { username: string; followerCount: number; isLive: boolean }[]
  }

  it('are the most followed channels for a visitor, as many as requested', async () => {
    await change('follow', 'alice', 'dave')
    await change('follow', 'bob', 'dave')
    await change('follow', 'bob', 'erin')
    expect(await recommended()).toEqual([
      { username: 'dave', followerCount: 2, isLive: false, isStopped: false },
      { username: 'erin', followerCount: 1, isLive: false, isStopped: false },
    ])
    expect(await recommended('?limit=1')).toHaveLength(1)
    for (const limit of ['0', '-1', '51', 'x', '1e9']) {
      expect((await site.request('GET', `/api/follows/recommendations?limit=${limit}`)).status, limit).toBe(400)
    }
  })

  it('start with what users of the same taste follow, without the caller and the channels the caller follows', async () => {
    await change('follow', 'alice', 'bob')
    await change('follow', 'carol', 'bob')
    await change('follow', 'carol', 'frank')
    await change('follow', 'carol', 'alice')
    for (const follower of ['dave', 'carol']) await change('follow', follower, 'erin')
    await change('follow', 'dave', 'carol')
    // frank and erin share alice's taste, because they follow carol as well. carol herself is only followed by another user.
    expect((await recommended('', tokens.alice)).map((entry) => entry.username)).toEqual(['erin', 'frank', 'carol'])
  })

  it('need no session, and ignore one that has ended', async () => {
    await change('follow', 'alice', 'dave')
    expect(await recommended('', 'x'.repeat(43))).toHaveLength(1)
  })
})

/** Callers of the permission matrix: without a token, with a session, and with an invalid token. */
describe('permissions', () => {
  const withSession: [method: string, path: string, body?: unknown][] = [
    ['GET', '/api/follows/following'],
    ['GET', '/api/follows/status/bob'],
    ['POST', '/api/follows/follow', { username: 'bob' }],
    ['POST', '/api/follows/unfollow', { username: 'bob' }],
  ]
  it.each(withSession)('%s %s needs a session', async (method, path, body) => {
    const call = (token?: string) => site.request(method, path, { body, ...(token && { token }) })
    expect(await call()).toMatchObject({
      status: 401,
      json: { code: 'authentication_required', message: 'Authentication required' },
    })
    expect(await call('t'.repeat(43))).toMatchObject({ status: 401, json: { code: 'session_invalid' } })
    expect((await call(tokens.alice)).status).toBe(200)
  })

  it.each(['/api/follows/followers/bob', '/api/follows/stats/bob', '/api/follows/recommendations'])(
    '%s is open to everyone',
    async (path) => {
      for (const token of [undefined, tokens.alice, 't'.repeat(43)]) {
        expect((await site.request('GET', path, token ? { token } : {})).status).toBe(200)
      }
    },
  )

  it('changes nothing for a form on another site, which cannot send JSON', async () => {
    const answer = await site.request('POST', '/api/follows/follow', {
      token: tokens.alice!,
      body: 'username=bob',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.status).toBe(415)
  })
})

describe('the house advertisement', () => {
  it('[AD-2] is a page without permissions, which only this site may frame', async () => {
    expect((await site.request('GET', '/api/site')).json.adUrl).toBe('/ads/house')
    const answer = await site.request('GET', '/ads/house')
    expect(answer.status).toBe(200)
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain('sandbox allow-popups')
    expect(policy).not.toMatch(/script-src|unsafe|allow-same-origin|allow-scripts/)
    expect(answer.text).not.toMatch(/<script|\son\w+=|style="/)
  })

  it.each([
    ['?lang=en', 'en', 'Go live on'],
    ['?lang=es', 'es', 'Transmite en'],
    // What is not a language of the program changes nothing.
    ['?lang=toString', 'en', 'Go live on'],
    ['?lang=es&lang=es', 'en', 'Go live on'],
    ['', 'en', 'Go live on'],
  ])('[AD-4] speaks the language that it is asked for: "%s"', async (query, language, title) => {
    const { text } = await site.request('GET', `/ads/house${query}`)
    expect(text).toContain(`<html lang="${language}">`)
    expect(text).toContain(`<title>${title} Waggle</title>`)
  })

  it('is replaced by WAGGLE_AD_URL, whose origin is the only other that may be framed', async () => {
    const other = await startTestSite({ env: { WAGGLE_AD_URL: 'https://ads.example/frame?site=1' } })
    expect((await other.request('GET', '/api/site')).json.adUrl).toBe('https://ads.example/frame?site=1')
    const policy = (await other.request('GET', '/')).headers.get('content-security-policy')
    expect(policy).toContain("frame-src 'self' https://ads.example;")
    await other.close()
  })
})
