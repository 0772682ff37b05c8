import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  type CheckedPlaylist,
  PlaylistChecker,
} from '../../../../../packages/media/src/hls/testing/playlist-checker.ts'
import { type FaultProxy, faults, startFaultProxy } from '../../testing/engines/fault-proxy.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

let site: TestSite
let proxy: FaultProxy
const accounts = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank']
let account = 0

beforeAll(async () => {
  site = await startTestSite()
  proxy = await startFaultProxy(site.rtmpPort)
})
afterAll(async () => {
  await proxy?.close()
  await site?.close()
})

async function until<Value>(what: string, look: () => Promise<Value | undefined | false>): Promise<Value> {
  const deadlineMs = Date.now() + 15_000
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadlineMs) throw new Error(`never ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function channelOf(username: string) {
  return (await site.request('GET', `/api/streams/info/${username}`)).json
}

async function isListed(username: string): Promise<boolean> {
  const { streams } = (await site.request('GET', '/api/streams')).json
  return streams.some((stream: { username: string }) => stream.username === username)
}

/** A channel on air with 8 s of media, whose playlist is checked at every look against all looks before. */
async function goLive(port = proxy.port) {
  proxy.heal()
  const username = accounts[account++ % accounts.length] as string
  site.nextClient()
  const streamKey = await site.streamKey(username)
  const encoders: TestEncoder[] = []
  const join = async (throughPort = port) => {
    const encoder = await connectEncoder(throughPort, streamKey)
    encoders.push(encoder)
    return encoder
  }
  onTestFinished(async () => {
    for (const encoder of encoders) await encoder.close()
    site.moveClock(120_000)
    await until('over', async () => !(await channelOf(username)).isLive)
  })
  const encoder = await join()
  encoder.send(8)
  const { streamId } = await until('live', async () => {
    const channel = await channelOf(username)
    return channel.isLive && !channel.isReconnecting && channel
  })
  const checker = new PlaylistChecker()
  const look = async (): Promise<CheckedPlaylist> => {
    const { status, text } = await site.request('GET', `/live/${streamId}/source/media.m3u8`)
    expect(status).toBe(200)
    return checker.check(text)
  }
  return { username, streamKey, streamId: streamId as string, encoder, join, look, checker }
}

function discontinuities(playlist: CheckedPlaylist): number {
  return new Set(playlist.segments.map(({ discontinuity }) => discontinuity)).size - 1
}

const lastSequence = (playlist: CheckedPlaylist) => playlist.segments.at(-1)?.sequence ?? 0

describe.each(faults)('[F1] an encoder that drops by %s', (fault) => {
  it.each([5, 20, 55])('and is back after %i s goes on with the same broadcast', async (gapSeconds) => {
    const { username, streamId, join, look, checker } = await goLive()
    const before = await until('has 3 segments', async () => {
      const playlist = await look()
      return playlist.segments.length >= 3 && playlist
    })
    expect(discontinuities(before)).toBe(0)
    proxy.cut(fault)
    site.moveClock(gapSeconds * 1000)
    await until('reconnecting', async () => (await channelOf(username)).isReconnecting)
    expect(await isListed(username)).toBe(true)
    expect((await look()).isEnded).toBe(false)
    proxy.heal()
    const back = await join()
    expect(back.answer.code).toBe('NetStream.Publish.Start')
    back.send(8)
    await until('no longer reconnecting', async () => {
      const channel = await channelOf(username)
      return channel.isLive && !channel.isReconnecting && channel.streamId === streamId
    })
    const after = await until('goes on', async () => {
      const playlist = await look()
      return lastSequence(playlist) >= lastSequence(before) + 3 && playlist
    })
    expect(discontinuities(after)).toBe(1)
    expect(checker.violations).toEqual([])
  })

  it('has ended after 65 s, and begins a new broadcast then', async () => {
    const { username, streamId, join } = await goLive()
    proxy.cut(fault)
    site.moveClock(65_000)
    await until('over', async () => !(await channelOf(username)).isLive)
    expect(await isListed(username)).toBe(false)
    expect((await site.request('GET', `/live/${streamId}/source/media.m3u8`)).status).toBe(404)
    proxy.heal()
    const back = await join()
    back.send(8)
    const channel = await until('live again', async () => {
      const seen = await channelOf(username)
      return seen.isLive && seen
    })
    expect(channel.streamId).not.toBe(streamId)
    const { json } = await site.request('GET', `/api/streams/${streamId}`)
    expect(json).toMatchObject({ isLive: false })
  })
})

describe('[T4] a second encoder with the same key', () => {
  it('is refused with a reason while the first delivers, which has no gap', async () => {
    const { encoder, join, look, checker } = await goLive()
    const before = await look()
    // However long the machine takes for the second one, the first delivers.
    const sending = setInterval(() => encoder.send(0.2), 50)
    const second = await join()
    clearInterval(sending)
    expect(second.answer.code).toBe('NetStream.Publish.Rejected')
    expect(second.answer.description).toContain('live from another encoder already')
    await second.whenClosed
    encoder.send(6)
    const after = await until('goes on', async () => {
      const playlist = await look()
      return lastSequence(playlist) >= lastSequence(before) + 3 && playlist
    })
    expect(discontinuities(after)).toBe(0)
    expect(checker.violations).toEqual([])
  })

  it('takes over once the first has been silent for 2 s, which is told and closed', async () => {
    const { encoder, join, look, checker, streamId, username } = await goLive()
    const before = await look()
    site.moveClock(2000)
    const second = await join()
    expect(second.answer.code).toBe('NetStream.Publish.Start')
    await encoder.whenClosed
    second.send(8)
    const after = await until('goes on', async () => {
      const playlist = await look()
      return lastSequence(playlist) >= lastSequence(before) + 3 && playlist
    })
    expect(discontinuities(after)).toBe(1)
    expect((await channelOf(username)).streamId).toBe(streamId)
    expect(checker.violations).toEqual([])
  })
})

describe('[F2] a process that stops during a broadcast', () => {
  it('leaves playlists without an end, on which the next process goes on', async () => {
    const { username, streamId, encoder, join, look, checker } = await goLive(site.rtmpPort)
    const before = await look()
    const { token } = (await site.request('POST', `/api/hls/token/${streamId}`)).json
    await site.restart()
    await encoder.whenClosed
    expect(await channelOf(username)).toMatchObject({ isLive: true, isReconnecting: true, streamId })
    // Nothing to play yet: the request is held until there is.
    const held = look()
    const back = await join()
    back.send(8)
    expect(discontinuities(await held)).toBe(0)
    const after = await until('goes on', async () => {
      const playlist = await look()
      return playlist.segments.length >= 3 && playlist
    })
    expect(after.mediaSequence).toBeGreaterThan(lastSequence(before))
    expect(after.segments[0]?.discontinuity).toBeGreaterThan(before.segments.at(-1)?.discontinuity ?? 0)
    const maps = (playlist: CheckedPlaylist) => playlist.segments.map(({ map }) => map)
    expect(maps(before)).not.toContain(maps(after)[0])
    // Segments made after the last look were never seen by this viewer.
    expect(checker.violations.filter((violation) => violation !== 'segments were never seen')).toEqual([])
    const key = /URI="([^"]+\/\d+)"/.exec(after.segments.at(-1)?.key ?? '')?.[1]
    expect((await site.request('GET', `${key}?token=${token}`)).status).toBe(200)
  })

  it('has noted a number that none of its playlists has come to, so that it may be killed at any moment', async () => {
    const { streamId, look, encoder } = await goLive(site.rtmpPort)
    const database = new DatabaseSync(join(site.dataDir, 'waggle.sqlite'), { readOnly: true })
    onTestFinished(() => database.close())
    for (let round = 0; round < 3; round += 1) {
      const highest = lastSequence(await look())
      await until('noted', async () => {
        const row = database.prepare('select next_number from broadcasts where id = ?').get(streamId)
        return Number(row?.next_number) > highest + 1
      })
      encoder.send(2)
      // The next segment is there, and its note perhaps not yet.
      await until('begun', async () => lastSequence(await look()) > highest)
    }
  })

  it('goes on over several stops with ever higher numbers', async () => {
    const { join, look, encoder } = await goLive(site.rtmpPort)
    let last = await look()
    await encoder.close()
    for (let stop = 0; stop < 3; stop += 1) {
      await site.restart()
      const back = await join()
      back.send(4)
      const next = await look()
      expect(next.mediaSequence).toBeGreaterThan(lastSequence(last))
      expect(next.discontinuitySequence).toBeGreaterThanOrEqual(last.segments.at(-1)?.discontinuity ?? 0)
      expect(next.constants).toBe(last.constants)
      last = next
      await back.close()
    }
  })

  it('and was waiting for the encoder: the next one waits for the rest of the minute, then ends it', async () => {
    const { username, streamId } = await goLive(site.rtmpPort)
    site.moveClock(40_000)
    await until('reconnecting', async () => (await channelOf(username)).isReconnecting)
    await site.restart()
    expect(await channelOf(username)).toMatchObject({ isLive: true, isReconnecting: true, streamId })
    site.moveClock(21_000)
    await until('over', async () => !(await channelOf(username)).isLive)
    await until('gone', async () => (await site.request('GET', `/live/${streamId}/source/media.m3u8`)).status === 404)
  })

  it('and stays away for more than the minute: the broadcast has ended when the next one starts', async () => {
    const { username, streamId } = await goLive(site.rtmpPort)
    site.moveClock(30_000)
    await until('reconnecting', async () => (await channelOf(username)).isReconnecting)
    site.moveClock(31_000)
    await site.restart()
    expect((await channelOf(username)).isLive).toBe(false)
    expect((await site.request('GET', `/live/${streamId}/source/media.m3u8`)).status).toBe(404)
  })
})
