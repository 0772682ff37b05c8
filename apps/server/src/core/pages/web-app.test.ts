import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type PageAnswers, pageAnswersId } from '@waggle/contract/site/page-answers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

const hostile = `</script></head><script>alert(1)</script><!--<script> $& "'><img src=x onerror=alert(1)> 🐝`
const built = {
  'index.html': { file: 'assets/index-1.js', name: 'index', imports: ['_base-1.js'] },
  '_base-1.js': { file: 'assets/base-1.js', name: 'base' },
  '_app-1.js': { file: 'assets/app-1.js', name: 'app', imports: ['_base-1.js'], css: ['assets/app-1.css'] },
  '_playback-1.js': {
    file: 'assets/playback-1.js',
    name: 'playback',
    imports: ['_base-1.js'],
    assets: ['assets/real-time-worker-1.js', 'assets/hls.worker-1.js'],
  },
  '_watch-1.js': {
    file: 'assets/watch-1.js',
    name: 'watch',
    imports: ['_app-1.js', '_eye-1.js'],
    css: ['assets/watch-1.css'],
  },
  '_eye-1.js': { file: 'assets/eye-1.js', name: 'eye', imports: ['_app-1.js'] },
  'hls.light.mjs': { file: 'assets/hls.light-1.js', name: 'hls.light' },
  'real-time-engine.ts': {
    file: 'assets/real-time-engine-1.js',
    name: 'real-time-engine',
    imports: ['_app-1.js'],
    assets: ['assets/playout-worklet-1.js', 'assets/picture-1.png'],
  },
  'faq.tsx': { file: 'assets/faq-1.js', name: 'faq', imports: ['_app-1.js'] },
}
const builtPage =
  '<!doctype html><head><script src="/theme.js"></script><script src="/script-watch.js" async></script><title>Waggle</title><script async type="module" src="/assets/index-1.js"></script>' +
  '<link rel="modulepreload" crossorigin href="/assets/base-1.js">' +
  '<link rel="preload" as="font" type="font/woff2" crossorigin="" href="/assets/letters-1.woff2">' +
  '<link rel="modulepreload" crossorigin="" href="/assets/app-1.js"></head><body></body>'
const inline = { theme: 'dress("$&");', watch: 'watchScripts();', playerFiles: 'fetchFiles();' }
const script = 'export const greeting = "hello"\n'.repeat(50)

let web: string
let site: TestSite
let encoder: TestEncoder

beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'waggle-web-'))
  await mkdir(join(web, 'assets'))
  await writeFile(join(web, 'index.html'), builtPage)
  await writeFile(join(web, 'pages.json'), JSON.stringify(built))
  await writeFile(join(web, 'theme.js'), inline.theme)
  await writeFile(join(web, 'script-watch.js'), inline.watch)
  await writeFile(join(web, 'player-files.js'), inline.playerFiles)
  await writeFile(join(web, 'assets/app-1.js'), script)
  await writeFile(join(web, 'assets/app-1.js.gz'), gzipSync(script))
  site = await startTestSite({ webDist: web })
  const token = await site.signIn('alice')
  await site.request('PUT', '/api/channels/my-channel', { body: { title: hostile, description: hostile }, token })
  encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  encoder.send(8)
  await vi.waitFor(async () => expect((await answersOf('/watch?user=alice'))?.stream).toHaveProperty('isLive', true), {
    timeout: 20_000,
  })
})
afterAll(async () => {
  await encoder?.close()
  await site?.close()
  await rm(web, { recursive: true })
})

const tag = new RegExp(`<script type="application/json" id="${pageAnswersId}">([^<]*)</script>`)

async function answersOf(path: string): Promise<PageAnswers | undefined> {
  const sent = tag.exec((await site.request('GET', path)).text)?.[1]
  return sent === undefined ? undefined : JSON.parse(sent)
}

const api = async (path: string) => (await site.request('GET', path)).json

describe('a page carries the answers to its first calls', () => {
  it('home and other pages with the list of streams: the site and its streams', async () => {
    const { streams } = await api('/api/streams')
    expect(streams).toMatchObject([{ username: 'alice', title: hostile }])
    for (const path of ['/directory?search=x', '/faq'])
      expect(await answersOf(path)).toEqual({ site: await api('/api/site'), streams })
    // Rule HOME-2: the server chooses, so that the picture can be fetched before the scripts run.
    const featured = streams[0].id
    for (const path of ['/', '/?ref=x'])
      expect(await answersOf(path)).toEqual({ site: await api('/api/site'), streams, featured })
  })

  it("a channel's page: the stream, and its playlist", async () => {
    const stream = await api('/api/streams/info/alice')
    for (const path of ['/watch?user=alice', '/watch?channel=%20@Alice', '/embed?user=alice'])
      expect(await answersOf(path)).toEqual({ site: await api('/api/site'), stream })
    const { streamId: id } = stream
    const { text } = await site.request('GET', '/watch?user=alice')
    const shown = text
      .replace(/data-key="\/api\/hls\/key\/\w{20}\/\d+"/, 'data-key="KEY"')
      .replace(/(first-picture\?token=)[a-z0-9]+\.[\w-]{43}"/, '$1PASS"')
    expect(shown).toContain(
      `<head><script data-real-time="/assets/real-time-engine-1.js /assets/playout-worklet-1.js" data-real-time-worker="/assets/real-time-worker-1.js" data-low-delay="/assets/hls.light-1.js" data-low-delay-worker="/assets/hls.worker-1.js" data-app="/assets/index-1.js /assets/playback-1.js /assets/base-1.js" data-playlist="${stream.streamPath}" data-token="/api/hls/token/${id}" data-key="KEY" data-picture="/live/${id}/first-picture?token=PASS" data-socket="/live/${id}/moq" data-stream="${id}">${inline.playerFiles}</script><script>${inline.theme}</script>`,
    )
    expect(await answersOf('/watch?user=bob')).toMatchObject({ stream: { username: 'bob', isLive: false } })
  })

  it('none on standalone pages; on the page for an unknown address what its frame shows', async () => {
    for (const path of ['/chat/alice', '/overlay/secret']) expect(await answersOf(path)).toBeUndefined()
    const { status, text } = await site.request('GET', '/nowhere', { headers: { accept: 'text/html' } })
    expect(status).toBe(404)
    expect(tag.exec(text)?.[1]).toContain('"site":{"name":"Waggle"')
  })

  it('[T12] lets no text escape from them', async () => {
    for (const path of ['/', '/watch?user=alice']) {
      const { text } = await site.request('GET', path)
      const data = text
        .replace(`<script>${inline.theme}</script>`, '')
        .replace(`<script>${inline.watch}</script>`, '')
        .replace(/<script data-[^>]*>fetchFiles\(\);<\/script>/, '')
        .replace(/<script async type="\w+" src="[^"]+"><\/script>/, '')
        .replace(/<script type="application\/ld\+json">/, '')
      expect(data.match(/<script/g)).toHaveLength(1)
      expect(text).not.toMatch(/<img|<!--/)
      expect(text.match(/<\/head>/g)).toHaveLength(1)
    }
  })

  it('are the same for everyone, and always revalidated', async () => {
    const token = await site.signIn('carol')
    for (const path of ['/', '/watch?user=alice']) {
      const anonymous = await site.request('GET', path)
      expect((await site.request('GET', path, { token })).text).toBe(anonymous.text)
      expect(anonymous.headers.get('cache-control')).toBe('no-cache')
    }
  })
})

it('the head lists the files of a page that are not part of the first load', async () => {
  const files = async (path: string) =>
    Array.from((await site.request('GET', path)).text.matchAll(/href="\/assets\/([^"]+)"/g), ([, name]) => name)
  const ofAll = ['base-1.js', 'letters-1.woff2', 'app-1.js']
  expect(await files('/watch')).toEqual([...ofAll, 'watch-1.css', 'playback-1.js', 'watch-1.js', 'eye-1.js'])
  expect(await files('/faq')).toEqual([...ofAll, 'faq-1.js'])
  expect(await files('/')).toEqual(ofAll)
})

it('the page of a live stream puts off what the stream does not need', async () => {
  const links = async (path: string, rel: string) => {
    const { text } = await site.request('GET', path)
    return Array.from(
      text.matchAll(new RegExp(`<link rel="${rel}"[^>]* href="/assets/([^"]+)"`, 'g')),
      ([, name]) => name,
    )
  }
  const watch = '/watch?user=alice'
  expect((await site.request('GET', watch)).text).toContain('<link rel="preload" as="font" fetchpriority="low"')
  expect(await links(watch, 'modulepreload')).toEqual([])
  expect((await site.request('GET', watch)).text).toContain('<script async type="soon" src="/assets/index-1.js">')
  expect(await links(watch, 'later')).toEqual(['app-1.js', 'watch-1.css', 'watch-1.js', 'eye-1.js'])
  expect(await links(watch, 'stylesheet')).toEqual([])
  const data = async (path: string, name: string) =>
    new RegExp(` data-${name}="([^"]*)"`).exec((await site.request('GET', path)).text)?.[1]
  expect((await data(watch, 'app'))?.split(' ').toSorted()).toEqual(
    ['base-1.js', 'index-1.js', 'playback-1.js'].map((name) => `/assets/${name}`),
  )
  const streamId = (await site.request('GET', '/api/streams/info/alice')).json.streamId
  expect(await data(watch, 'token')).toBe(`/api/hls/token/${streamId}`)
  expect(await data('/embed?user=alice', 'token')).toBe('')
  expect(await data('/embed?user=alice', 'app')).toBeUndefined()
  for (const path of ['/watch?user=bob', '/embed?user=alice', '/']) {
    expect(await links(path, 'later')).toEqual([])
    expect((await site.request('GET', path)).text).toContain('<script async type="module" src="/assets/index-1.js">')
  }
})

it('[T12] runs no script inside it but those of the build', async () => {
  for (const path of ['/', '/watch?user=alice', '/embed?user=alice']) {
    const { headers } = await site.request('GET', path)
    const [, sources] = /script-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? []
    const hashes = Object.values(inline).map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    expect(sources?.split(' ')).toEqual(["'self'", ...hashes])
  }
})

it('scripts are sent as compressed at build time, to clients that accept the encoding', async () => {
  const ask = async (encoding: string) => {
    const { headers, text } = await site.request('GET', '/assets/app-1.js', {
      headers: { 'accept-encoding': encoding },
    })
    expect(text).toBe(script)
    expect(headers.get('vary')).toMatch(/accept-encoding/i)
    expect(headers.get('content-type')).toMatch(/javascript/)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    return headers.get('content-encoding')
  }
  expect(await ask('gzip, deflate')).toBe('gzip')
  expect(await ask('gzip, deflate')).toBe('gzip')
  expect(await ask('gzip;q=1')).toBe('gzip')
  expect(await ask('br')).toBeNull()
  expect(await ask('identity')).toBeNull()
})
