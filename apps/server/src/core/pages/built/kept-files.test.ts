import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { removeFolder, temporaryFolder } from '../../../testing/engines/private-process.ts'
import { startTestSite, type TestSite } from '../../../testing/site.ts'

const script = 'export const greeting = "hello"\n'.repeat(50)
const font = Buffer.from([1, 2, 3])
let site: TestSite
let assets: string

beforeAll(async () => {
  const webDist = await temporaryFolder('web')
  assets = join(webDist, 'assets')
  await mkdir(assets)
  await writeFile(join(webDist, 'index.html'), '<!doctype html><head><title>Waggle</title></head><body></body>')
  await writeFile(join(assets, 'app-1.js'), script)
  await writeFile(join(assets, 'app-1.js.br'), brotliCompressSync(script))
  await writeFile(join(assets, 'letters-1.woff2'), font)
  site = await startTestSite({ webDist })
  return async () => {
    await site.close()
    await removeFolder(webDist)
  }
})

const ask = (path: string, headers: Record<string, string> = {}) =>
  site.request('GET', `/assets/${path}`, { headers: { 'accept-encoding': 'gzip, br', ...headers } })
const told = [
  'content-type',
  'content-encoding',
  'cache-control',
  'etag',
  'last-modified',
  'vary',
  'content-security-policy',
]

it('answers from memory what the handler of files would answer', async () => {
  // The handler answers where the encoding has a weight.
  const weighted = { 'accept-encoding': 'br;q=1' }
  for (const name of ['app-1.js', 'letters-1.woff2']) {
    const [fromDisk, kept] = [await ask(name, weighted), await ask(name)]
    expect(kept.text).toBe(fromDisk.text)
    if (name === 'letters-1.woff2') continue
    for (const header of told)
      expect([header, kept.headers.get(header)]).toEqual([header, fromDisk.headers.get(header)])
  }
  expect((await ask('letters-1.woff2')).headers.get('content-type')).toBe('font/woff2')
})

it('leaves parts and heads to the handler', async () => {
  expect((await ask('letters-1.woff2', { range: 'bytes=0-0' })).status).toBe(206)
  expect((await site.request('HEAD', '/assets/app-1.js')).status).toBe(200)
})

it('knows the files of the build alone', async () => {
  for (const path of ['app-2.js', 'app-1.js/', '']) {
    expect([path, (await ask(path)).status]).toEqual([path, 404])
  }
})

it('goes on while the disk cannot be read', async () => {
  const before = await ask('app-1.js')
  const away = await ask('letters-1.woff2')
  await rm(assets, { recursive: true })
  onTestFinished(async () => {
    await mkdir(assets)
  })
  expect((await ask('app-1.js')).text).toBe(before.text)
  expect((await ask('letters-1.woff2')).text).toBe(away.text)
})
