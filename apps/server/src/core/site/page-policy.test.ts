import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { removeFolder, temporaryFolder } from '../../testing/engines/private-process.ts'
import { startTestSite } from '../../testing/site.ts'
import { connectEncoder } from '../../testing/test-encoder.ts'

/** Starts a site whose web app was built with these addresses. */
async function startBuiltFor(servers: string | undefined, env: Record<string, string> = {}) {
  const webDist = await temporaryFolder('web')
  await mkdir(join(webDist, 'assets'))
  await writeFile(join(webDist, 'index.html'), '<!doctype html><head><title>Waggle</title></head><body></body>')
  await writeFile(join(webDist, 'player-files.js'), 'fetchFiles()')
  if (servers !== undefined) await writeFile(join(webDist, 'servers.json'), servers)
  const site = await startTestSite({ webDist, env }).catch(async (error) => {
    await removeFolder(webDist)
    throw error
  })
  onTestFinished(async () => {
    await site.close()
    await removeFolder(webDist)
  })
  const policy = (await site.request('GET', '/')).headers.get('content-security-policy') ?? ''
  const directives = policy.split('; ').map((directive) => directive.split(' '))
  return { site, sourcesOf: (name: string) => directives.find(([first]) => first === name)?.slice(1) }
}

const elsewhere = { api: 'https://api.example', hls: 'https://video.example:8443', chat: 'https://chat.example' }

it("[OPS-5] the pages' policy allows the servers that the web app was built for, and no others", async () => {
  const { sourcesOf } = await startBuiltFor(JSON.stringify({ ...elsewhere, rtmp: 'rtmp://in.example/live' }))
  expect(sourcesOf('connect-src')).toEqual([
    "'self'",
    elsewhere.api,
    elsewhere.hls,
    elsewhere.chat,
    'wss://chat.example',
    'wss://video.example:8443',
  ])
  expect(sourcesOf('img-src')).toEqual(["'self'", 'data:', 'blob:', elsewhere.api, elsewhere.hls])
  expect(sourcesOf('media-src')).toEqual(["'self'", 'blob:', elsewhere.hls])
  expect(sourcesOf('frame-src')).toEqual(["'self'", elsewhere.api])
  // What is inside the pages runs by its hash: 'fetchFiles()'.
  expect(sourcesOf('script-src')).toEqual(["'self'", "'sha256-rTlyODwmiWOG33S8PiTldg63EfzwMmwxmSXsTFMq9Ss='"])
  // T12
  expect(sourcesOf('require-trusted-types-for')).toEqual(["'script'"])
})

it('[OPS-5] pages preload media, and name pictures, where the web app fetches them', async () => {
  const { site } = await startBuiltFor(JSON.stringify(elsewhere))
  const encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  onTestFinished(() => encoder.close())
  encoder.send(8)
  const page = async () => (await site.request('GET', '/watch?user=alice')).text
  await expect.poll(page).toContain(`data-playlist="${elsewhere.hls}/live/`)
  await expect.poll(page).toContain(`<meta property="og:image" content="${elsewhere.api}/u/alice/avatar" />`)
})

it('[OPS-5] pages may load recordings from the cache in front of them', async () => {
  const publicUrl = { WAGGLE_RECORDINGS_PUBLIC_URL: 'https://cdn.example/recordings' }
  const { sourcesOf } = await startBuiltFor(undefined, publicUrl)
  expect(sourcesOf('connect-src')).toEqual(["'self'", 'https://cdn.example'])
  expect(sourcesOf('media-src')).toEqual(["'self'", 'blob:', 'https://cdn.example'])
})

it('without addresses the pages may connect to their own origin only', async () => {
  const { sourcesOf } = await startBuiltFor(undefined)
  expect(sourcesOf('connect-src')).toEqual(["'self'"])
  expect(sourcesOf('frame-src')).toEqual(["'self'"])
})

it('a damaged file with the addresses stops the start, with a sentence', async () => {
  await expect(startBuiltFor('{"api":')).rejects.toThrow(/servers\.json is damaged: build the web app again/)
})
