import { expect, test, vi } from 'vitest'
import { encode, feed, type MediaItem } from '../testing/encoder.ts'
import { get, getText, open, testKeys } from '../testing/viewer.ts'

const media = await encode({ seconds: 12 })
const until = (ms: number) => media.filter((item) => !('sample' in item) || item.sample.dtsMs < ms)
const from = (ms: number, toMs = Number.POSITIVE_INFINITY): MediaItem[] =>
  media.filter((item) => 'sample' in item && item.sample.dtsMs >= ms && item.sample.dtsMs < toMs)

/** A stream with closed segments 100 to 102, and 103 open with two parts. */
function started(options = {}) {
  const opened = open({ keys: testKeys, ...options })
  feed(opened.source, until(6900))
  return opened
}

test('the open segment and its hint are what the other tests expect', async () => {
  const text = await getText(started().stream, 'source/media.m3u8')
  expect(text).toContain('URI="part-103-1.m4s"\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part-103-2.m4s"\n')
})

test.for([
  '',
  '/',
  'master.m3u8/',
  '../master.m3u8',
  'source/../master.m3u8',
  'source/media.m3u8%00',
  'source/part-1.m4s',
  'source/part-0100-0.m4s',
  'source/part--1-0.m4s',
  'source/seg-1e2.m4s',
  'source/init-01.mp4',
  'SOURCE/media.m3u8',
  'source/seg-99999999999999999999.m4s',
  `${'a'.repeat(10_000)}/media.m3u8`,
  'missing/media.m3u8',
  '__proto__/media.m3u8',
  'source\\media.m3u8',
  'source/media.m3u8\n',
  'source/seg-103.m4s',
  'source/seg-99.m4s',
  'source/init-2.mp4',
  'source/part-103-3.m4s',
  'source/part-104-0.m4s',
  'source/part-100-6.m4s',
  '../source/media.m3u8',
  'x/source/init-0.mp4',
])('%j is answered with 404', async (path) => {
  expect((await get(started().stream, path)).status).toBe(404)
})

test.for([
  '_HLS_part=0',
  '_HLS_msn=',
  '_HLS_msn=-1',
  '_HLS_msn=1.5',
  '_HLS_msn=abc',
  '_HLS_msn=9999999999999999',
  '_HLS_msn=106',
  '_HLS_msn=103&_HLS_part=x',
  // Parts of a third of a second: nine after the second one.
  '_HLS_msn=103&_HLS_part=11',
  'token=',
  'token=%22%0A',
  `token=${'a'.repeat(201)}`,
])('[RFC 8216bis 6.2.5.2] %s is answered with 400', async (query) => {
  expect((await get(started().stream, 'source/media.m3u8', query)).status).toBe(400)
})

test.for([
  // Directives, the media time at which the request is answered, and what the answer must contain.
  ['_HLS_msn=103&_HLS_part=2', 6960, 'part-103-2.m4s'],
  ['_HLS_msn=103&_HLS_part=3', 7300, 'part-103-3.m4s'],
  ['_HLS_msn=103', 8010, 'seg-103.m4s'],
  // A part past the end of its segment means the first part of the next one.
  ['_HLS_msn=103&_HLS_part=4', 7700, 'part-103-4.m4s'],
  ['_HLS_msn=103&_HLS_part=9', 8310, 'part-104-0.m4s'],
  ['_HLS_msn=104&_HLS_part=0', 8310, 'part-104-0.m4s'],
])('[RFC 8216bis 6.2.5.2] %s is held until it exists', async ([query, , holds]) => {
  const { stream, source } = started()
  let text: string | undefined
  const held = getText(stream, 'source/media.m3u8', String(query)).then((answer) => {
    text = answer
  })
  for (const item of from(6900)) {
    const was = await getText(stream, 'source/media.m3u8')
    await Promise.resolve()
    expect(text !== undefined).toBe(new RegExp(`["\\n]${holds}`).test(was.split('#EXT-X-PRELOAD-HINT')[0] ?? ''))
    if (text !== undefined) break
    feed(source, [item])
    await new Promise(setImmediate)
  }
  await held
  expect(text).toContain(holds)
})

test('a playlist that exists already is answered immediately', async () => {
  const { stream } = started()
  for (const query of ['', '_HLS_msn=50', '_HLS_msn=101&_HLS_part=99', '_HLS_msn=102', '_HLS_msn=103&_HLS_part=1']) {
    expect(await getText(stream, 'source/media.m3u8', query)).toContain('#EXTM3U')
  }
})

test('the hinted part is held until it is complete', async () => {
  const { stream, source } = started()
  const held = get(stream, 'source/part-103-2.m4s')
  feed(source, from(6900, 7300))
  const { status, headers, body } = await held
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=3600, immutable'])
  expect(body).toEqual((await get(stream, 'source/part-103-2.m4s')).body)
})

test('a hinted part that is never published is answered with 404', async () => {
  const { stream, source } = open()
  // The remaining media is too short for a part.
  feed(source, until(6750))
  const held = get(stream, 'source/part-103-2.m4s')
  stream.end()
  expect((await held).status).toBe(404)
})

test('a held request ends with 503 after three target durations, when too many are held, or when the client disconnects', async () => {
  vi.useFakeTimers()
  try {
    const { stream } = started({ maxHeldRequests: 1 })
    const gone = new AbortController()
    const request = { path: 'source/media.m3u8', query: new URLSearchParams('_HLS_msn=104') }
    const first = stream.handle({ ...request, signal: () => gone.signal })
    const second = await stream.handle(request)
    expect([second.status, second.headers['retry-after']]).toEqual([503, '1'])
    expect(second.headers['cache-control']).toBe('no-store')
    gone.abort()
    expect((await first).status).toBe(503)
    let status = 0
    const third = Promise.resolve(stream.handle(request)).then((response) => {
      status = response.status
    })
    await vi.advanceTimersByTimeAsync(5999)
    expect(status).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    await third
    expect(status).toBe(503)
  } finally {
    vi.useRealTimers()
  }
})

test('the master playlist waits for the first media, and ends with 503 when there is none', async () => {
  const { stream, source } = open()
  const held = getText(stream, 'master.m3u8')
  feed(source, until(3000))
  expect(await held).toContain('RESOLUTION=160x90,FRAME-RATE=30.000,CLOSED-CAPTIONS=NONE\nsource/media.m3u8\n')
  const empty = open({ startHoldMs: 20 })
  expect((await get(empty.stream, 'master.m3u8')).status).toBe(503)
  const over = get(empty.stream, 'source/media.m3u8')
  empty.stream.end()
  expect((await over).status).toBe(404)
})

test('a token is appended to playlist and key addresses, and such playlists are not cached', async () => {
  const { stream } = started()
  const master = await get(stream, 'master.m3u8', 'token=a.b~c-d_e')
  expect(master.body).toContain('\nsource/media.m3u8?token=a.b~c-d_e\n')
  const media = await get(stream, 'source/media.m3u8', 'token=a.b~c-d_e')
  const keys = String(media.body).match(/#EXT-X-KEY.*/g) ?? []
  expect(keys).toHaveLength(4)
  for (const key of keys)
    expect(key).toMatch(/URI="\/api\/hls\/key\/[a-z0-9]+\/\d+\?token=a\.b~c-d_e",IV=0x[0-9a-f]{32}$/)
  for (const { headers } of [master, media]) expect(headers['cache-control']).toBe('private, no-store')
})

test('playlists without a token are identical for all viewers and may be cached', async () => {
  const { stream } = started()
  const [a, b] = await Promise.all([get(stream, 'source/media.m3u8'), get(stream, 'source/media.m3u8', 'x=1')])
  expect(a.body).toBe(b.body)
  expect(a.headers['cache-control']).toBe('public, max-age=1')
  expect((await get(stream, 'source/media.m3u8', '_HLS_msn=103&_HLS_part=1')).headers['cache-control']).toBe(
    'public, max-age=2',
  )
  expect(a.headers['access-control-allow-origin']).toBe('*')
})

test('the next key tag precedes the hint once the last segment is closed', async () => {
  const { stream, source } = started()
  let checked = false
  for (const item of from(6900)) {
    feed(source, [item])
    const text = await getText(stream, 'source/media.m3u8')
    const ending =
      /\nseg-103\.m4s\n(#EXT-X-KEY:METHOD=AES-128[^\n]*)\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part-104-0\.m4s"\n$/.exec(
        text,
      )
    if (ending === null) continue
    checked = true
    feed(source, from(8020, 8500))
    expect(await getText(stream, 'source/media.m3u8')).toContain(
      `\nseg-103.m4s\n${ending[1]}\n#EXT-X-PROGRAM-DATE-TIME`,
    )
    break
  }
  expect(checked).toBe(true)
})

test('keys rotate with the clock, and a segment keeps its first key', async () => {
  let now = 0
  const { stream, source } = open({ keys: testKeys, now: () => now })
  for (const item of media) {
    if ('sample' in item) now = 54_000 + item.sample.dtsMs
    feed(source, [item])
  }
  const text = await getText(stream, 'source/media.m3u8')
  const numbers = [...text.matchAll(/#EXT-X-KEY.*\/(\d+)",IV=0x(\w+)/g)]
  expect(numbers.map((match) => match[1])).toEqual(['0', '0', '0', '1', '1', '1'])
  expect(new Set(numbers.map((match) => match[2])).size).toBe(numbers.length)
})

test('segments are removed some time after they leave the playlist', async () => {
  const { stream, source } = open({ windowSegments: 8, keys: testKeys })
  feed(source, media)
  for (let round = 1; round < 6; round += 1) feed(source, from(0), round * 12_000)
  const text = await getText(stream, 'source/media.m3u8')
  expect(text.match(/^seg-/gm)).toHaveLength(8)
  const first = Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1])
  expect((await get(stream, `source/part-${first + 4}-0.m4s`)).status).toBe(200)
  expect((await get(stream, `source/part-${first}-0.m4s`)).status).toBe(404)
  expect((await get(stream, `source/seg-${first - 3}.m4s`)).status).toBe(200)
  expect((await get(stream, `source/seg-${first - 5}.m4s`)).status).toBe(404)
})

test('the renditions of a stream report each other', async () => {
  const { stream, source } = open()
  const small = stream.addRendition('360p')
  feed(source, until(8000))
  feed(small, until(7000))
  expect(await getText(stream, 'master.m3u8')).toMatch(/\nsource\/media\.m3u8\n[^\n]+\n360p\/media\.m3u8\n$/)
  expect(await getText(stream, '360p/media.m3u8')).toMatch(
    /REPORT:URI="\.\.\/source\/media\.m3u8",LAST-MSN=103,LAST-PART=\d\n$/,
  )
  expect(await getText(stream, 'source/media.m3u8')).toMatch(
    /REPORT:URI="\.\.\/360p\/media\.m3u8",LAST-MSN=103,LAST-PART=\d\n$/,
  )
})

test('what is higher than allowed is left out, and the lowest stays', async () => {
  const { stream, source } = open()
  const ask = async (path: string, maxHeight?: number) => {
    const query = new URLSearchParams()
    const { status, body } = await stream.handle({ path, query, maxHeight })
    return status === 200 ? String(body) : status
  }
  feed(source, until(8000))
  // The source is 90 lines high.
  expect(await ask('master.m3u8', 50)).toContain('source/media.m3u8')
  expect(await ask('source/media.m3u8', 50)).toContain('#EXTM3U')
  const small = stream.addRendition('360p')
  const lower = media.map((item) =>
    'config' in item && item.config.track === 'video' ? { config: { ...item.config, height: 40, width: 70 } } : item,
  )
  feed(small, lower)
  expect(await ask('master.m3u8', 50)).not.toContain('source/media.m3u8')
  expect(await ask('master.m3u8', 50)).toContain('360p/media.m3u8')
  expect(await ask('source/media.m3u8', 50)).toBe(404)
  expect(await ask('360p/media.m3u8', 50)).toContain('#EXTM3U')
  expect(await ask('source/media.m3u8')).toContain('#EXTM3U')
})

test('a rendition that starts later has the numbers and times of the first', async () => {
  const { stream, source } = open()
  const small = stream.addRendition('360p')
  feed(source, media)
  feed(small, [...media.filter((item) => 'config' in item), ...from(4000)])
  const [a, b] = [await getText(stream, 'source/media.m3u8'), await getText(stream, '360p/media.m3u8')]
  expect(b).toContain('#EXT-X-MEDIA-SEQUENCE:102\n')
  const dates = (text: string) => [...text.matchAll(/DATE-TIME:(.*)/g)].map((match) => match[1])
  expect(dates(a).slice(-dates(b).length)).toEqual(dates(b))
})
