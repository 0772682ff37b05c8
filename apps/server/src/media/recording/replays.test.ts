import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { decodeAll, probe } from './testing/play-replay.ts'
import { publish } from './testing/publish.ts'

let site: TestSite
let streamId = ''
let masterPath = ''

const info = async () => (await site.request('GET', '/api/streams/info/alice')).json
const replay = () => site.request('GET', `/api/replays/${streamId}`)
const newToken = async () => (await site.request('POST', `/api/hls/token/${streamId}`)).json?.token
const storedFiles = async () => readdir(join(site.dataDir, 'recordings/stored', streamId)).catch(() => [])
const waitingFiles = () => readdir(join(site.dataDir, 'recordings/waiting/here'))

/** Names of the renditions, and addresses with a token. */
async function renditions(): Promise<Map<string, string>> {
  const token = await newToken()
  const { text } = await site.request('GET', `${masterPath}?token=${token}`)
  const paths = text.split('\n').filter((line) => line.includes('media.m3u8'))
  return new Map(paths.map((path) => [path.split('/')[0] ?? '', `${site.url}/recordings/${streamId}/${path}`]))
}

/** Writes zeros over the index of an object, as a cut does before it says so. */
async function clearAfterMedia(name: string): Promise<void> {
  const [playlist = ''] = (await renditions()).values()
  const ranges = (await (await fetch(playlist)).text()).matchAll(/(\S+)\?bytes=\d+-(\d+)/g)
  const ends = [...ranges].flatMap(([, object, end]) => (object?.endsWith(`/${name}`) ? [Number(end) + 1] : []))
  const path = join(site.dataDir, 'recordings/stored', streamId, name)
  const bytes = await readFile(path)
  expect(ends.length).toBeGreaterThan(0)
  await writeFile(path, bytes.fill(0, Math.max(...ends)))
}

beforeAll(async () => {
  site = await startTestSite({ env: { WAGGLE_TRANSCODE: 'off' } })
})
afterAll(() => site?.close())

describe('[REC-5] the replay of a broadcast with a drop and a restart of the server', () => {
  it('is there once the broadcast is over: three encoders, the third after a restart', {
    timeout: 240_000,
  }, async () => {
    const address = `${site.rtmpUrl}/${await site.streamKey('alice')}`
    const lastPart = { seconds: 10, size: '640x480' }
    const first = publish(address, { size: '640x480' })
    streamId = await waitFor('live', async () => (await info()).streamId ?? undefined, { timeoutMs: 60_000 })
    const recorded = async (count: number) => {
      const { text } = await site.request('GET', `/live/${streamId}/source/media.m3u8`)
      return Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1]) + (text.match(/#EXTINF/g)?.length ?? 0) > count
    }
    await waitFor('the first encoder', () => recorded(6), { timeoutMs: 60_000 })
    // Viewers can go back in what is recorded so far: nothing of it is in the store.
    const rewound = await site.request('GET', `/recordings/${streamId}/source/media.m3u8`)
    expect(rewound.text.match(/#EXTINF/g)?.length).toBeGreaterThanOrEqual(5)
    expect(await storedFiles()).toEqual([])
    const [object = ''] = /source-\d+\.m4s\?bytes=\d+-\d+$/m.exec(rewound.text) ?? []
    expect((await fetch(`${site.url}/recordings/${streamId}/${object}`)).status).toBe(200)
    await first.drop()
    const second = publish(address, { size: '640x480' })
    await waitFor('the second encoder', () => recorded(11), { timeoutMs: 60_000 })
    await site.restart()
    await second.drop()
    await publish(address, lastPart).ended
    site.moveClock(120_000)
    await waitFor('a replay', async () => (await replay()).status === 200, { timeoutMs: 60_000 })
    await waitFor('everything is stored', async () => (await waitingFiles()).length === 0, { timeoutMs: 60_000 })
    masterPath = (await replay()).json.playlistPath
  })

  it('is listed with its length', async () => {
    const { json } = await site.request('GET', '/api/replays/of/alice')
    const {
      previous,
      next,
      mayDownload,
      hasChat,
      chapters,
      permlink,
      paidPermlink,
      about: _,
      ...shown
    } = (await replay()).json
    expect(json).toEqual({ replays: [shown], hasMore: false })
    expect([previous, next, mayDownload, hasChat, chapters]).toEqual([null, null, false, false, []])
    expect([permlink, paidPermlink]).toEqual([null, null])
    const [listed] = json.replays
    expect(listed).toMatchObject({ streamId, username: 'alice' })
    expect(listed.durationSeconds).toBeGreaterThanOrEqual(28)
    expect(listed.endedAt).toBeGreaterThan(listed.startedAt)
  })

  it('plays in ffmpeg without an error, as long as it is listed', async () => {
    const found = await renditions()
    expect([...found.keys()]).toEqual(['source'])
    for (const address of found.values()) {
      await decodeAll(address)
      const { frames, seconds } = await probe(address)
      // 30 frames a second, and nothing missing but the end of a connection that dropped.
      expect(frames).toBeGreaterThan(seconds * 30 - 30)
      // Listed in whole seconds, of which the last may have begun.
      expect(Math.abs(seconds - 0.5 - (await replay()).json.durationSeconds)).toBeLessThan(1)
    }
  })

  it('marks its discontinuities, and ends', async () => {
    const texts = await Promise.all([...(await renditions()).values()].map(async (url) => (await fetch(url)).text()))
    const marks = texts.map((text) => {
      const segments = text.split(/\.m4s.*\n/).map((entry) => entry.includes('#EXT-X-DISCONTINUITY\n'))
      return segments.join()
    })
    expect(new Set(marks).size).toBe(1)
    expect(marks[0]?.split(',').filter((mark) => mark === 'true').length).toBeGreaterThanOrEqual(2)
    for (const text of texts) {
      expect(text).toContain('#EXT-X-PLAYLIST-TYPE:VOD')
      expect(text.endsWith('#EXT-X-ENDLIST\n')).toBe(true)
    }
  })

  it('has few, large objects: one for each process, none for each segment', async () => {
    expect(await storedFiles()).toHaveLength(2)
  })

  it('serves ranges of media, as ciphertext that any cache may keep', async () => {
    const [address = ''] = (await renditions()).values()
    const text = await (await fetch(address)).text()
    const [, object, first, last] = /\n(.*\.m4s)\?bytes=(\d+)-(\d+)\n/.exec(text) ?? []
    const get = (query: string) => fetch(new URL(`${object}${query}`, address))
    const media = await get(`?bytes=${first}-${last}`)
    expect(media.status).toBe(200)
    expect(media.headers.get('cache-control')).toBe('public, max-age=3600, immutable')
    expect(media.headers.get('access-control-allow-origin')).toBe('*')
    const bytes = Buffer.from(await media.arrayBuffer())
    expect(bytes.length).toBe(Number(last) - Number(first) + 1)
    expect(bytes.includes('moof')).toBe(false)
    for (const query of ['', '?bytes=0-', '?bytes=-5', '?bytes=5-4', '?bytes=0-1,3-4', '?bytes=0-999999999', '?v=1']) {
      expect((await get(query)).status, query).toBe(400)
    }
    expect((await get('?bytes=90000000-90000001')).status).toBe(404)
    // Larger than what is read at a time.
    const file = await readFile(join(site.dataDir, 'recordings/stored', streamId, String(object?.split('/').at(-1))))
    expect(file.length).toBeGreaterThan(600_000)
    const whole = await get(`?bytes=0-${file.length - 1}`)
    expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true)
    expect((await get(`?bytes=0-${file.length}`)).status).toBe(404)
  })

  it.each([
    '/recordings/x/master.m3u8',
    '/recordings/x/..%2f..%2fwaggle.sqlite',
    '/recordings/x/720p/media.m3u8',
    '/recordings/x/source-1.m4s',
    '/recordings/x/source-1.m4s/..',
  ])('has nothing at %s', async (path) => {
    const { status } = await site.request('GET', `${path}?bytes=0-1`)
    expect(status).toBe(404)
  })

  it('opens its keys to bearers of a token of the stream, and no others', async () => {
    const [address = ''] = (await renditions()).values()
    const text = await (await fetch(address)).text()
    const numbers = [...text.matchAll(/key\/[a-z0-9]+\/(\d+)/g)].map(([, number]) => Number(number))
    const key = (number: number, token: string) =>
      site.request('GET', `/api/hls/key/${streamId}/${number}?token=${token}`)
    // Long after live keys are closed.
    site.moveClock(60 * 60_000)
    const token = await newToken()
    for (const number of new Set(numbers)) expect((await key(number, token)).status).toBe(200)
    expect((await key(Math.min(...numbers) - 10, token)).status).toBe(404)
    expect((await key(Math.max(...numbers) + 10, token)).status).toBe(404)
    expect((await key(numbers[0] ?? 0, 'wrong')).status).toBe(403)
    expect((await site.request('GET', `/api/hls/key/${streamId}/${numbers[0]}`)).status).toBe(401)
  })

  it('[REC-10] can be downloaded by its channel, and by others where the channel offers it', async () => {
    const ask = async (token?: string) =>
      site.request('POST', `/api/replays/downloads/${streamId}`, { ...(token && { token }) })
    const alice = await site.signIn('alice')
    const mayDownload = async (token?: string) =>
      (await site.request('GET', `/api/replays/${streamId}`, { ...(token && { token }) })).json.mayDownload
    expect([await mayDownload(), await mayDownload(alice)]).toEqual([false, true])
    expect([(await ask()).status, (await ask(await site.signIn('bob'))).status]).toEqual([403, 403])
    expect((await ask(alice)).status).toBe(200)
    await site.request('PUT', '/api/replays/settings', { body: { isDownloadable: true }, token: alice })
    expect(await mayDownload()).toBe(true)
    const { path } = (await ask()).json
    await clearAfterMedia((await storedFiles())[0] ?? '')
    const download = (headers: HeadersInit = {}, from = path) => fetch(site.url + from, { headers })

    const whole = await download()
    expect(whole.headers.get('content-disposition')).toMatch(
      /^attachment; filename="alice-\d{4}-\d\d-\d\dT\d{4}\.mp4"$/,
    )
    const file = Buffer.from(await whole.arrayBuffer())
    expect(file.length).toBe(Number(whole.headers.get('content-length')))
    expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'))
    const saved = join(site.dataDir, 'download.mp4')
    await writeFile(saved, file)
    await decodeAll(saved)
    const [playlist = ''] = (await renditions()).values()
    const [downloaded, played] = [await probe(saved), await probe(playlist)]
    expect(downloaded.frames).toBe(played.frames)
    expect(Math.abs(downloaded.seconds - played.seconds)).toBeLessThan(0.5)

    const rest = await download({ range: `bytes=${file.length - 100_000}-` })
    expect([rest.status, rest.headers.get('content-range')]).toEqual([
      206,
      `bytes ${file.length - 100_000}-${file.length - 1}/${file.length}`,
    ])
    expect(Buffer.from(await rest.arrayBuffer()).equals(file.subarray(-100_000))).toBe(true)
    const some = await download({ range: 'bytes=10-5000' })
    expect(Buffer.from(await some.arrayBuffer()).equals(file.subarray(10, 5001))).toBe(true)
    expect((await download({ range: `bytes=${file.length}-` })).status).toBe(416)

    expect((await download({}, path.replace(/token=.*/, `token=${await newToken()}`))).status).toBe(403)
    expect((await download({}, path.replace(/\?.*/, ''))).status).toBe(403)
    expect((await download({}, path.replace(streamId, 'k3f9x2m7q1w8e5r4t6y0'))).status).toBe(403)
    // The channel changes its mind: an address from before opens nothing more, but to the channel itself.
    const own = (await ask(alice)).json.path
    const choose = (address: string, body: object) => site.request('PUT', address, { body, token: alice })
    await choose(`/api/replays/${streamId}`, { isPublic: false })
    expect([(await download()).status, (await download({}, own)).status]).toEqual([404, 200])
    await choose(`/api/replays/${streamId}`, { isPublic: true })
    await choose('/api/replays/settings', { isDownloadable: false })
    expect([(await download()).status, (await download({}, own)).status]).toEqual([403, 200])
    site.moveClock(7 * 60 * 60_000)
    expect((await download()).status).toBe(401)
  })

  it('is deleted only by its channel: keys and playlists at once, objects within five seconds', async () => {
    const token = await newToken()
    const [address = ''] = (await renditions()).values()
    const keyPath = /(\/api\/hls\/key\/[a-z0-9]+\/\d+)/.exec(await (await fetch(address)).text())?.[1]
    const deletion = (session?: string) =>
      site.request('DELETE', `/api/replays/${streamId}`, { ...(session && { token: session }) })
    expect((await deletion()).status).toBe(401)
    expect((await deletion(await site.signIn('bob'))).status).toBe(404)
    expect((await site.request('GET', `${keyPath}?token=${token}`)).status).toBe(200)
    expect((await deletion(await site.signIn('alice'))).status).toBe(200)
    expect((await site.request('GET', `${keyPath}?token=${token}`)).status).toBe(404)
    expect((await fetch(address)).status).toBe(404)
    expect((await site.request('GET', masterPath)).status).toBe(404)
    expect((await replay()).status).toBe(404)
    expect(await newToken()).toBeUndefined()
    expect((await site.request('GET', '/api/replays/of/alice')).json.replays).toEqual([])
    await expect.poll(storedFiles, { timeout: 5000 }).toEqual([])
  })
})
