import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import { addressesOf } from '../../../config/listeners.ts'
import { noSettings } from '../../../testing/core/no-settings.ts'
import { startTestSite, type TestSite } from '../../../testing/site.ts'
import type { streamInfoOf } from '../../channels/stream-info.ts'
import type { CoreContext } from '../../context.ts'
import { createPreviews } from './previews.ts'

const hostile = `</title><script>alert(1)</script>"'><img src=x onerror=alert(1)> $& $\` &amp; 🐝`

let site: TestSite
let publicUrl: string

beforeAll(async () => {
  site = await startTestSite()
  publicUrl = site.url
  const token = await site.signIn('alice')
  const body = { title: hostile, description: `${hostile}\n${'long '.repeat(100)}` }
  expect((await site.request('PUT', '/api/channels/my-channel', { body, token })).status).toBe(200)
  // On a busy machine the first page may be sent without tags; the next ones find them in the cache.
  await vi.waitFor(async () => expect(await headOf('/watch?user=alice')).toHaveProperty('canonical'), 15_000)
})
afterAll(() => site?.close())

/** The tags by name, with their values as a browser decodes them. */
async function headOf(path: string): Promise<Record<string, string>> {
  const { text } = await site.request('GET', path)
  const tags = [...text.matchAll(/<(meta|link) ([^<>]*?) ?\/?>/g)].map(([, , attributes = '']) => {
    const pairs = Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, decode(value ?? '')]),
    )
    return [pairs.property ?? pairs.name ?? pairs.rel, pairs.content ?? pairs.href]
  })
  return Object.fromEntries([...tags, ['title', decode(/<title>(.*?)<\/title>/.exec(text)?.[1] ?? '')]])
}

function decode(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

describe('the head of a channel’s page', () => {
  it.each(['/watch?user=alice', '/watch?channel=%20@Alice', '/embed?user=alice'])(
    '%s names the channel',
    async (path) => {
      const head = await headOf(path)
      expect(head.title).toBe(`${hostile} · @alice · Waggle`)
      expect(head).toMatchObject({
        canonical: `${publicUrl}/watch?user=alice`,
        'og:title': `${hostile} · @alice`,
        'og:url': `${publicUrl}/watch?user=alice`,
        'og:site_name': 'Waggle',
        'og:type': 'video.other',
        'og:image': `${publicUrl}/u/alice/avatar`,
        'og:video:url': `${publicUrl}/embed?user=alice`,
        'twitter:card': 'summary',
        alternate: `${publicUrl}/api/oembed?url=${encodeURIComponent(`${publicUrl}/watch?user=alice`)}`,
      })
      expect([...(head['og:description'] ?? '')]).toHaveLength(200)
    },
  )

  it('lets no text escape from an attribute or the title', async () => {
    const { text } = await site.request('GET', '/watch?user=alice')
    expect(text).not.toMatch(/<script>|<img|onerror=alert\(1\)>/)
    expect(text.match(/<title>/g)).toHaveLength(1)
  })

  it.each(['/watch', '/watch?user=', '/watch?user=%3Cscript%3E', '/watch?user=a&user=b', '/faq'])(
    '%s gets the page as it was built',
    async (path) => {
      expect((await site.request('GET', path)).text).toBe('<!doctype html><title>Waggle</title>')
    },
  )
})

it('[HOME-7] the head of the home page describes the site', async () => {
  for (const path of ['/', '/?from=elsewhere']) {
    const head = await headOf(path)
    expect(head.title).toBe('Waggle · Live video')
    expect(head).toMatchObject({
      canonical: `${publicUrl}/`,
      'og:title': 'Waggle · Live video',
      'og:type': 'website',
      'og:url': `${publicUrl}/`,
      'og:image': `${publicUrl}/preview.jpg`,
    })
    expect(head.description).toBe(head['og:description'])
    expect(head.description).not.toBe('')
  }
})

describe('[WATCH-5] a name that no account has', () => {
  it.each(['/watch?user=nobody-here', '/watch?channel=@Nobody-Here', '/embed?user=nobody-here', '/watch?user=a%20b'])(
    '%s is answered 404, with the page',
    async (path) => {
      const { status, headers, text } = await site.request('GET', path)
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        404,
        'text/html; charset=utf-8',
        'no-cache',
      ])
      expect(text).toContain('<title>Waggle</title>')
    },
  )

  it('has no channel and no embed code; its stream info says so', async () => {
    const channel = await site.request('GET', '/api/channels/nobody-here')
    expect([channel.status, channel.json.code]).toEqual([404, 'account_not_found'])
    const page = encodeURIComponent(`${publicUrl}/watch?user=nobody-here`)
    expect((await site.request('GET', `/api/oembed?url=${page}`)).status).toBe(404)
    const { status, json } = await site.request('GET', '/api/streams/info/nobody-here')
    expect([status, json.isLive, json.channelExists]).toEqual([200, false, false])
  })

  it('an account on the chain that never came here has a channel', async () => {
    for (const path of ['/watch?user=frank', '/embed?user=frank', '/api/channels/frank', '/watch', '/embed']) {
      expect((await site.request('GET', path)).status, path).toBe(200)
    }
    const page = encodeURIComponent(`${publicUrl}/watch?user=frank`)
    expect((await site.request('GET', `/api/oembed?url=${page}`)).status).toBe(200)
    expect((await site.request('GET', '/api/streams/info/frank')).json).toMatchObject({
      title: "frank's Stream",
      channelExists: true,
    })
  })
})

describe('the tags of a channel', () => {
  type Info = Awaited<ReturnType<typeof streamInfoOf>>
  const bob = { username: 'bob', title: 'Bees', description: '', isLive: false, thumbnail: null } as unknown as Info
  const config = readConfig({ WAGGLE_DATA_DIR: '/nowhere', WAGGLE_PUBLIC_URL: 'https://live.example' })
  const addresses = () => addressesOf(config)
  const servers = { api: '', hls: '', chat: '' }

  it('are made once for all visitors within a few seconds', async () => {
    let nowMs = 0
    let made = 0
    const previewOf = createPreviews(
      { config, addresses, now: () => nowMs, settings: noSettings } as CoreContext,
      servers,
      async () => {
        made += 1
        if (made === 2) throw new Error('the database has gone')
        return bob
      },
    )
    const all = await Promise.all(['/watch?user=bob', '/watch?user=Bob', '/embed?user=bob'].map(previewOf))
    expect(new Set(all).size).toBe(1)
    expect(all[0]).toContain('<title>Bees')
    expect(made).toBe(1)
    nowMs = 5000
    expect(await previewOf('/watch?user=bob')).toBeUndefined()
    nowMs = 10_000
    expect(await previewOf('/watch?user=bob')).toBe(all[0])
  })

  it('are left out of a page that would have to wait for them', async () => {
    const previewOf = createPreviews(
      { config, addresses, now: () => 0 } as CoreContext,
      servers,
      () => new Promise(() => undefined),
    )
    expect(await previewOf('/watch?user=bob')).toBeUndefined()
  })
})

it('allows other sites to frame the page with only the player, and no other', async () => {
  const policyOf = async (path: string) =>
    (await site.request('GET', path)).headers.get('content-security-policy')?.match(/frame-ancestors [^;]+/)?.[0]
  expect(await policyOf('/embed?user=alice')).toBe('frame-ancestors *')
  for (const path of ['/watch?user=alice', '/', '/login', '/embedded', '/api/site']) {
    expect(await policyOf(path), path).toBe("frame-ancestors 'none'")
  }
})

describe('oEmbed', () => {
  const ask = (url: string, more = '') => site.request('GET', `/api/oembed?url=${encodeURIComponent(url)}${more}`)

  it('describes how to show a channel (oembed.com 2.3.4.2)', async () => {
    const { status, json, headers } = await ask(`${publicUrl}/watch?user=alice`)
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(json).toMatchObject({
      version: '1.0',
      type: 'video',
      title: hostile,
      author_name: 'alice',
      author_url: `${publicUrl}/watch?user=alice`,
      provider_name: 'Waggle',
      provider_url: publicUrl,
      width: 1280,
      height: 720,
    })
    expect(decode(json.html)).toContain(`src="${publicUrl}/embed?user=alice"`)
    expect(json.html).toMatch(/^<iframe [^<>]*><\/iframe>$/)
  })

  it.each([
    ['&maxwidth=640', 640, 360],
    ['&maxheight=90&maxwidth=5000', 160, 90],
  ])('fits into %s (oembed.com 2.2)', async (more, width, height) => {
    expect((await ask(`${publicUrl}/embed?user=alice`, more)).json).toMatchObject({ width, height })
  })

  it.each([
    'https://elsewhere.example/watch?user=alice',
    'HTTPS:/watch?user=alice',
    '/directory?user=alice',
    '/watch',
    'javascript:alert(1)',
    'not an address',
  ])('refuses %s', async (url) => {
    expect((await ask(url.startsWith('/') ? publicUrl + url : url)).status).toBe(404)
    expect((await ask(publicUrl.replace('http:', 'https:') + url)).status).toBe(404)
  })

  it('refuses formats other than JSON', async () => {
    expect((await ask(`${publicUrl}/watch?user=alice`, '&format=xml')).status).toBe(501)
    expect((await site.request('GET', '/api/oembed')).status).toBe(400)
  })
})
