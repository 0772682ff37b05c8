import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { defaultIdentity } from '@waggle/contract/site/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signAs, startTestSite, type TestSite } from '../../testing/site.ts'

const hostile = `</title></script><script>alert(1)</script> $& "'`
const page = [
  '<!doctype html><html lang="en"><head><meta name="description" content="x" />',
  '<link rel="icon" href="/favicon.svg" /><link rel="apple-touch-icon" href="/apple-touch-icon.png" />',
  '<title>Waggle</title></head><body><div id="root"></div><noscript>x</noscript></body></html>',
].join('')

let site: TestSite
let web: string
let token: string
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'identity-'))
  await writeFile(join(web, 'index.html'), page)
  site = await startTestSite({ webDist: web, env: { WAGGLE_OPERATORS: 'alice' } })
  token = await site.signIn('alice')
  const { challenge } = (await site.request('GET', '/api/auth/challenge?purpose=operate&username=alice')).json
  const body = { username: 'alice', challenge, signature: await signAs('alice', challenge) }
  expect((await site.request('POST', '/api/operate/rights', { token, body })).status).toBe(200)
})
afterAll(async () => {
  await site?.close()
  await rm(web, { recursive: true })
})

const call = (method: string, path: string, body?: unknown) =>
  site.request(method, `/api/operate/site${path}`, { token, ...(body !== undefined && { body }) })
const current = async () => (await call('GET', '')).json
async function save(settings: Record<string, unknown>) {
  const { revisions } = await current()
  return call('PUT', '', { settings, revisions })
}
async function saveLogo(picture: Buffer | null) {
  const { revisions } = await current()
  return call('PUT', '/logo', { picture: picture?.toString('base64') ?? null, revision: revisions.logo })
}
const html = async (path = '/') => (await site.request('GET', path)).text
const log = async () => (await site.request('GET', '/api/operate/actions', { token })).json.actions

function png(side: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(typed))
    return Buffer.concat([length, typed, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  const rows = deflateSync(Buffer.alloc(side * (side + 1)))
  const head = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([head, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

describe('[SITE-2] [SITE-3] changing settings', () => {
  it('begins with the defaults of the program, and each change is in the log with the value before', async () => {
    expect((await current()).settings).toEqual(defaultIdentity)
    expect((await save({ name: 'Bees', tagline: 'All that buzzes' })).status).toBe(200)
    expect((await save({ name: 'Bees of Berlin' })).json.settings).toMatchObject({ tagline: 'All that buzzes' })
    const names = (await log()).map(({ kind, note, previous }: Record<string, string>) => [kind, note, previous])
    expect(names.slice(0, 1)).toEqual([['change-setting', 'name', '"Bees"']])
    expect(names.slice(1).toSorted()).toEqual([
      ['change-setting', 'name', '"Waggle"'],
      ['change-setting', 'tagline', '""'],
    ])
    const csv = (await site.request('GET', '/api/operate/actions/export', { token })).text
    expect(csv).toContain('change-setting')
  })

  it('of the same setting by two at once is done once; of others by both', async () => {
    const { revisions } = await current()
    const both = await Promise.all(['A', 'B'].map((name) => call('PUT', '', { settings: { name }, revisions })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await call('PUT', '', { settings: { tagline: 'Buzz' }, revisions })).status).toBe(200)
    // Nothing of a change is done when a part of it cannot be.
    const mixed = await call('PUT', '', { settings: { featuredChannel: 'bob', name: 'C' }, revisions })
    expect(mixed.json.code).toBe('setting_changed')
    expect((await current()).settings.featuredChannel).toBeNull()
  })

  it('is refused field by field, and changes nothing then', async () => {
    const before = await current()
    const refused = await save({
      name: '',
      accent: { light: '#ffb02e', dark: '#ffb02e' },
      featuredChannel: 'no.such.one',
      x: 1,
    })
    expect(refused).toMatchObject({ status: 400, json: { code: 'settings_invalid' } })
    expect(refused.json.problems.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'accent.light',
      'featuredChannel',
      'name',
      'x',
    ])
    expect(refused.json.message).toMatch(
      /^Nothing was changed\. name: must not be empty\. .*needs 4\.5: #\w{6} works\./,
    )
    expect(await current()).toEqual(before)
  })

  it('is bounded', async () => {
    const pages = Array.from({ length: 12 }, (_, index) => ({
      address: `p${index}`,
      title: 'x',
      text: 'ñ'.repeat(20_000),
      translations: { es: { title: 'x', text: 'ñ'.repeat(20_000) } },
    }))
    expect((await save({ pages })).status).toBe(200)
    expect((await save({ pages: [...pages, ...pages] })).status).toBe(400)
    const huge = await call('PUT', '', { settings: { tagline: 'x'.repeat(2_700_000) }, revisions: {} })
    expect(huge).toMatchObject({ status: 413, json: { code: 'body_too_large' } })
    for (const body of [null, [], 'x', { settings: [] }, { settings: { name: {} }, revisions: 7 }]) {
      expect((await call('PUT', '', body)).status).toBe(400)
    }
    expect((await save({ pages: [] })).status).toBe(200)
  })
})

it('[SITE-8] every page has the name, the colours and the languages in it, whatever they are', async () => {
  expect((await save({ name: hostile.slice(0, 40), tagline: hostile, languages: ['es'] })).status).toBe(200)
  const accent = { light: '#123a8a', dark: '#8fb4ff' }
  expect((await save({ accent })).status).toBe(200)
  for (const path of ['/', '/faq', '/chat/bob', '/no-such-page']) {
    const answer = await site.request('GET', path, { headers: { accept: 'text/html' } })
    expect(answer.text, path).toContain('<html lang="es" data-languages="es">')
    expect(answer.text, path).toContain('href="/site-theme/123a8a-8fb4ff.css"')
    expect(answer.text, path).toMatch(/<title>&#60;\/title&#62;/)
    expect(answer.text, path).not.toContain('<script>alert')
  }
  const theme = await site.request('GET', '/site-theme/123a8a-8fb4ff.css')
  expect(theme.headers.get('content-type')).toMatch(/^text\/css/)
  expect(theme.text).toContain('--accent:light-dark(#123a8a, #8fb4ff)')
  expect((await site.request('GET', '/site-theme/red;}body{-8fb4ff.css')).status).toBe(404)

  await save({ name: 'Bees', tagline: 'All that buzzes', languages: ['en', 'es'], accent: null })
  const home = await html()
  expect(home).toContain('<title>Bees · All that buzzes</title>')
  expect(home).toContain('<meta property="og:site_name" content="Bees" />')
  expect(JSON.parse(/ld\+json">([^<]*)</.exec(home)?.[1] ?? '')).toMatchObject({ '@type': 'WebSite', name: 'Bees' })
  expect(await html('/watch?user=bob')).toContain('· Bees</title>')
  const oembed = await site.request('GET', `/api/oembed?url=${encodeURIComponent(`${site.url}/watch?user=bob`)}`)
  expect(oembed.json.provider_name).toBe('Bees')
  const manifest = (await site.request('GET', '/site.webmanifest')).json
  expect(manifest).toMatchObject({ name: 'Bees', description: 'All that buzzes' })
  expect(await html('/ads/house')).toContain('on Bees')
})

it('[SITE-6] [T37] the logo is served as the picture that it is, and nothing else is accepted', async () => {
  const refused: [Buffer, string][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'not_picture'],
    [Buffer.concat([png(64).subarray(0, 60), Buffer.from('<script>alert(1)</script>')]), 'damaged_picture'],
    [png(16), 'picture_sides'],
    [png(1025), 'picture_sides'],
    [Buffer.concat([png(64), Buffer.alloc(260 * 1024)]), 'picture_bytes'],
  ]
  for (const [bytes, code] of refused) {
    expect((await saveLogo(bytes)).json, code).toMatchObject({ problems: [{ field: 'logo', code }] })
  }
  const { address } = (await saveLogo(Buffer.concat([png(64), Buffer.from('<script>')]))).json.logo
  const logo = await site.request('GET', address)
  expect(Object.fromEntries(logo.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^default-src 'none'.*sandbox$/),
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(logo.text).not.toContain('<script>')
  expect(await html()).toContain(`<link rel="icon" href="${address}" type="image/png" />`)
  expect(await html()).toContain(`<link rel="apple-touch-icon" href="${address}" />`)
  expect((await site.request('GET', '/site.webmanifest')).json.icons).toEqual([
    { src: address, sizes: '64x64', type: 'image/png' },
  ])
  expect((await site.request('GET', '/api/site')).json.logoUrl).toBe(address)
  expect((await site.request('GET', `/site-logo/${'0'.repeat(32)}`)).status).toBe(404)

  expect((await saveLogo(null)).json.logo).toBeNull()
  expect((await log())[0]).toMatchObject({ note: 'logo', previous: expect.stringContaining('"bytes"') })
  expect((await site.request('GET', address)).status).toBe(404)
})

it('[SITE-4] pages, categories, advertisement and message are in what the pages know of the site', async () => {
  const text = '# Be kind\n\n<script>alert(1)</script>'
  const pages = [
    { address: 'team', title: 'The team', text: 'We.' },
    { address: 'rules', title: '', text },
    { address: 'privacy', title: '', text: '' },
  ]
  const banner = { text: 'Back at ten', from: null, until: site.now() + 60_000 }
  const advertisement = 'https://ads.example/frame'
  expect((await save({ pages, banner, advertisement, categories: ['Beekeeping'] })).status).toBe(200)
  expect((await site.request('GET', '/api/site')).json).toMatchObject({
    pages: [
      { address: 'rules', title: '', language: 'en', titles: {} },
      { address: 'team', title: 'The team' },
    ],
    banner: { text: 'Back at ten', id: expect.any(String) },
    adUrl: advertisement,
    categories: ['Beekeeping'],
  })
  expect((await site.request('GET', '/api/site/pages/rules')).json).toEqual({ ...pages[1], language: 'en' })
  expect((await site.request('GET', '/pages/rules')).text).toContain('\\u003cscript>alert(1)\\u003c/script>')
  expect((await site.request('GET', '/pages/privacy')).status).toBe(404)
  expect(await html('/sitemap.xml')).toContain('/pages/team</loc>')
  const policy = async () => (await site.request('GET', '/')).headers.get('content-security-policy')
  expect(await policy()).toContain("frame-src 'self' https://ads.example;")
  await save({ advertisement: 'off' })
  expect((await site.request('GET', '/api/site')).json.adUrl).toBeNull()
  expect(await policy()).toContain("frame-src 'self';")
  site.moveClock(60_001)
  expect((await site.request('GET', '/api/site')).json.banner).toBeNull()
})

it('[SITE-4] [SITE-7] a page has a text for each language, and none of a language that is not offered', async () => {
  const english = { title: '', text: 'Be kind' }
  const spanish = { title: 'Lo que vale', text: 'Sé amable' }
  const translated = { address: 'rules', ...english, translations: { es: spanish } }
  expect((await save({ pages: [translated], languages: ['en', 'es'] })).status).toBe(200)
  const rules = async () => (await site.request('GET', '/api/site/pages/rules')).json
  expect(await rules()).toEqual({ ...translated, language: 'en' })
  expect((await site.request('GET', '/api/site')).json.pages).toEqual([
    { address: 'rules', title: '', language: 'en', titles: { es: 'Lo que vale' } },
  ])
  expect((await html('/pages/rules')).split('Sé amable')).toHaveLength(2)
  // Another first language: each text stays in its own.
  await save({ languages: ['es', 'en'] })
  const other = { address: 'rules', language: 'es', ...spanish, translations: { en: english } }
  expect(await rules()).toEqual(other)
  expect(await html('/pages/rules')).toContain('<title>Lo que vale · ')
  await save({ languages: ['es'] })
  expect(await rules()).toEqual({ address: 'rules', language: 'es', ...spanish })
  const file = (await call('GET', '/file')).json
  await save({ languages: ['en', 'es'], pages: [] })
  expect((await call('PUT', '/file', file)).status).toBe(200)
  await save({ languages: ['es', 'en'] })
  expect(await rules()).toEqual(other)
  // The file of a version without translations, imported into a site with another first language.
  const settings = { languages: ['en'], pages: [{ address: 'rules', title: '', text: 'Be kind' }] }
  expect((await call('PUT', '/file', { format: 'waggle-site', version: 1, settings })).status).toBe(200)
  await save({ languages: ['es', 'en'] })
  expect(await rules()).toMatchObject({ language: 'en', text: 'Be kind' })
  await save({ languages: ['en', 'es'], pages: [] })
})

it('[SETTINGS-2] a channel chooses a category of the site, and keeps one that was taken from the list', async () => {
  const bob = await site.signIn('bob')
  const choose = (category: string) =>
    site.request('PUT', '/api/channels/my-channel', { token: bob, body: { category } })
  await save({ categories: ['Beekeeping', 'Music'] })
  expect((await choose('Gaming')).json.code).toBe('category_unknown')
  expect((await choose('Beekeeping')).json.category).toBe('Beekeeping')
  await save({ categories: ['Music'] })
  expect((await site.request('GET', '/api/channels/my-channel', { token: bob })).json.category).toBe('Beekeeping')
  expect((await choose('Beekeeping')).status).toBe(200)
  expect((await choose('')).json.category).toBeNull()
  expect((await choose('Beekeeping')).json.code).toBe('category_unknown')
})

it('[SITE-9] a file has everything, and another site becomes the same by it', async () => {
  await saveLogo(png(64))
  await save({ name: 'Bees', accent: { light: '#123a8a', dark: '#8fb4ff' }, banner: null, languages: ['es'] })
  const file = (await call('GET', '/file')).json
  const before = await current()
  await save({ name: 'Wasps', accent: null, languages: ['en'], pages: [], categories: ['None'] })
  await saveLogo(null)
  expect((await call('PUT', '/file', file)).status).toBe(200)
  const after = await current()
  expect([after.settings, after.logo]).toEqual([before.settings, before.logo])
  // What is the same already is no change, and what the file does not name stays.
  const entries = (await log()).length
  await call('PUT', '/file', file)
  expect((await log()).length).toBe(entries)
  await call('PUT', '/file', { format: 'waggle-site', version: 1, settings: { tagline: 'Only this' } })
  expect((await current()).settings).toEqual({ ...before.settings, tagline: 'Only this' })
})

it.each([
  [{}, 'format not_file'],
  [{ format: 'other', version: 1, settings: {} }, 'format not_file'],
  [{ format: 'waggle-site', version: 2, settings: {} }, 'version newer_file'],
  [{ format: 'waggle-site', version: 1, settings: [] }, 'format not_file'],
  [{ format: 'waggle-site', version: 1, settings: { name: 7 } }, 'name not_text'],
  [{ format: 'waggle-site', version: 1, settings: { name: 'Ok' }, logo: 'PHN2Zz4=' }, 'logo not_picture'],
  [{ format: 'waggle-site', version: 1, settings: { pages: [{ address: 'x', title: 'X' }] } }, 'pages.0.text not_text'],
])('[SITE-9] a file with anything wrong changes nothing and says what: %j', async (file, problem) => {
  const before = await current()
  const { json } = await call('PUT', '/file', file)
  expect(json.problems.map(({ field, code }: Record<string, string>) => `${field} ${code}`)).toEqual([problem])
  expect(await current()).toEqual(before)
})

it('[SITE-2] moderators of the site, and operators without fresh rights, change nothing', async () => {
  await site.request('PUT', '/api/operate/moderators/bob', { token })
  const bob = await site.signIn('bob')
  const { challenge } = (await site.request('GET', '/api/auth/challenge?purpose=operate&username=bob')).json
  const body = { username: 'bob', challenge, signature: await signAs('bob', challenge) }
  await site.request('POST', '/api/operate/rights', { token: bob, body })
  const stale = await site.signIn('alice')
  for (const [method, path, sent] of [
    ['GET', '', undefined],
    ['PUT', '', { settings: { name: 'Mine' }, revisions: {} }],
    ['PUT', '/logo', { picture: null, revision: null }],
    ['GET', '/file', undefined],
    ['PUT', '/file', { format: 'waggle-site', version: 1, settings: {} }],
  ] as const) {
    const as = (token: string) =>
      site.request(method, `/api/operate/site${path}`, { token, ...(sent && { body: sent }) })
    expect((await as(bob)).json.code).toBe('operators_only')
    expect((await as(stale)).json.code).toBe('operating_proof_required')
  }
})
