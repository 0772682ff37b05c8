import { createDecipheriv } from 'node:crypto'
import { parse, setOptions } from 'hls-parser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attribute, type CheckedPlaylist, PlaylistChecker } from '../packages/media/src/hls/testing/playlist-checker.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { newStreamKey, waitUntilLive } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

// A reader that obeys RFC 8216bis follows a real broadcast over HTTP. It requests each playlist before it exists, in full and as a
// delta update, and each part when it is hinted. The encoder drops once and returns with another picture size.

let site: Site
let encoder: Encoder | undefined

beforeAll(async () => {
  site = await startSite({ WAGGLE_TRANSCODE: 'off' })
})
afterAll(async () => {
  await encoder?.kill()
  await site?.remove()
})

it('successive playlists of a broadcast obey RFC 8216bis, also over a drop of the encoder', async () => {
  const streamKey = await newStreamKey(site.url, 'alice')
  encoder = startEncoder(site.rtmpUrl, streamKey, { bFrames: 2 })
  const streamId = await waitUntilLive(site.url, 'alice')
  const reader = await createReader(streamId)

  const beforeDrop = await reader.follow((playlist) => playlist.mediaSequence + 5 <= last(playlist).sequence)
  await encoder.kill()
  encoder = startEncoder(site.rtmpUrl, streamKey, { size: '320x180', bFrames: 0 })
  const afterDrop = await reader.follow((playlist) => last(playlist).sequence > last(beforeDrop).sequence + 4)

  expect(reader.whole.violations).toEqual([])
  expect(reader.deltas.violations).toEqual([])
  expect(reader.problems).toEqual([])
  expect(last(afterDrop).discontinuity).toBe(last(beforeDrop).discontinuity + 1)
  expect(new Set(afterDrop.segments.map(({ map }) => map)).size).toBe(2)
  expect(reader.comparedSegments).toBeGreaterThanOrEqual(8)

  const tooFar = last(afterDrop).sequence + 5
  expect((await fetch(`${reader.base}media.m3u8?_HLS_msn=${tooFar}`)).status).toBe(400)
})

async function createReader(streamId: string) {
  const base = `${site.url}/live/${streamId}/source/`
  const { token } = await (await fetch(`${site.url}/api/hls/token/${streamId}`, { method: 'POST' })).json()
  const whole = new PlaylistChecker()
  const deltas = new PlaylistChecker()
  const problems: string[] = []
  const keys = new Map<string, Buffer>()
  const parts = new Map<string, Buffer>()
  const compared = new Set<string>()
  let next: { sequence: number; part: number } | undefined

  async function get(address: string): Promise<Buffer> {
    const response = await fetch(new URL(address, base))
    if (response.status !== 200) problems.push(`${response.status} ${address}`)
    return Buffer.from(await response.arrayBuffer())
  }

  async function decrypt(bytes: Buffer, tag: string | undefined): Promise<Buffer> {
    const address = attribute(tag ?? '', 'URI') ?? ''
    const key = keys.get(address) ?? (await get(`${address}?token=${token}`))
    keys.set(address, key)
    const iv = Buffer.from((attribute(tag ?? '', 'IV') ?? '').slice(2), 'hex')
    const decipher = createDecipheriv('aes-128-cbc', key, iv)
    return Buffer.concat([decipher.update(bytes), decipher.final()])
  }

  async function read(): Promise<CheckedPlaylist> {
    const directives = next && `_HLS_msn=${next.sequence}&_HLS_part=${next.part}`
    const [text, delta] = await Promise.all(
      [directives, directives ? `${directives}&_HLS_skip=YES` : '_HLS_skip=YES'].map(async (query) =>
        (await get(query ? `media.m3u8?${query}` : 'media.m3u8')).toString(),
      ),
    )
    const playlist = whole.check(text ?? '')
    // In strict mode the parser refuses parts in more than three segments, even where a drop made one of these short.
    const hasShort = playlist.segments.some(({ uri, durationS }) => uri !== undefined && durationS < 1.9)
    setOptions({ strictMode: !hasShort, silent: true })
    parse(text ?? '')
    // Both were requested at the same time, but a part may have been added in between.
    const filled = deltas.check(delta ?? '')
    const common = Math.min(last(playlist).sequence, last(filled).sequence) - 1
    for (const sequence of [common, common - 4]) {
      const [a, b] = [playlist, filled].map((list) => list.segments.find((segment) => segment.sequence === sequence))
      if (JSON.stringify({ ...a, parts: [] }) !== JSON.stringify({ ...b, parts: [] })) problems.push('delta differs')
    }
    // Section 6.2.5.2: the response "contains a Partial Segment with this index, or a later one".
    if (next && !reaches(playlist, next)) problems.push(`the response to ${directives} came too early`)
    return playlist
  }

  async function take(playlist: CheckedPlaylist): Promise<void> {
    for (const segment of playlist.segments) {
      for (const part of segment.parts) {
        if (!parts.has(part.uri)) parts.set(part.uri, await decrypt(await get(part.uri), segment.key))
      }
      const { uri } = segment
      if (uri === undefined || compared.has(uri) || segment.parts.length === 0) continue
      compared.add(uri)
      const joined = Buffer.concat(segment.parts.map((part) => parts.get(part.uri) ?? Buffer.alloc(0)))
      if (!joined.equals(await decrypt(await get(uri), segment.key))) problems.push(`${uri} is not its parts`)
    }
  }

  return {
    base,
    whole,
    deltas,
    problems,
    get comparedSegments() {
      return compared.size
    },
    async follow(isEnough: (playlist: CheckedPlaylist) => boolean): Promise<CheckedPlaylist> {
      for (;;) {
        const playlist = await read()
        const hint = playlist.hint ?? ''
        // Section 4.4.5.3: the hinted part, requested before it exists, is the part that is listed later.
        const hinted = fetch(new URL(hint, base)).then(async (answer) => Buffer.from(await answer.arrayBuffer()))
        await take(playlist)
        const end = last(playlist)
        next =
          end.uri === undefined
            ? { sequence: end.sequence, part: end.parts.length }
            : { sequence: end.sequence + 1, part: 0 }
        const early = await hinted
        const later = await fetch(new URL(hint, base))
        if (later.status === 200 && !early.equals(Buffer.from(await later.arrayBuffer())))
          problems.push(`${hint} changed`)
        if (isEnough(playlist)) return playlist
      }
    },
  }
}

function last(playlist: CheckedPlaylist): CheckedPlaylist['segments'][number] {
  const segment = playlist.segments.at(-1)
  if (segment === undefined) throw new Error('an empty playlist')
  return segment
}

function reaches(playlist: CheckedPlaylist, requested: { sequence: number; part: number }): boolean {
  const end = last(playlist)
  return end.sequence > requested.sequence || (end.sequence === requested.sequence && end.parts.length > requested.part)
}
