import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  type CheckedPlaylist,
  PlaylistChecker,
} from '../../../../../packages/media/src/hls/testing/playlist-checker.ts'
import { type FaultProxy, faults, startFaultProxy } from '../../testing/networks/fault-proxy.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'
import { waitFor } from '../../testing/wait-for.ts'

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

async function findChannel(username: string) {
  return (await site.request('GET', `/api/streams/info/${username}`)).json
}

async function isListed(username: string): Promise<boolean> {
  const { streams } = (await site.request('GET', '/api/streams')).json
  return streams.some((stream: { username: string }) => stream.username === username)
}

/** A channel on air with 8 s of media. Each read of its playlist is checked against all previous ones. */
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
    await waitFor('over', async () => !(await findChannel(username)).isLive)
  })
  const encoder = await join()
  encoder.send(8)
  const { streamId } = await waitFor('live', async () => {
    const channel = await findChannel(username)
    return channel.isLive && !channel.isReconnecting && channel
  })
  const checker = new PlaylistChecker()
  const readPlaylist = async (): Promise<CheckedPlaylist> => {
    const { status, text } = await site.request('GET', `/live/${streamId}/source/media.m3u8`)
    expect(status).toBe(200)
    return checker.check(text)
  }
  return { username, streamKey, streamId: streamId as string, encoder, join, readPlaylist, checker }
}

function discontinuities(playlist: CheckedPlaylist): number {
  return new Set(playlist.segments.map(({ discontinuity }) => discontinuity)).size - 1
}

const lastSequence = (playlist: CheckedPlaylist) => playlist.segments.at(-1)?.sequence ?? 0

describe('[PLAYER-14] an encoder that its streamer stops', () => {
  /** What the channel's page, the list and the recommendations say of the encoder. */
  async function encoderState(username: string) {
    const { isReconnecting, isStopped } = await findChannel(username)
    const { streams } = (await site.request('GET', '/api/streams')).json
    const listed = streams.find((stream: { username: string }) => stream.username === username)
    const { recommendations } = (await site.request('GET', '/api/follows/recommendations')).json
    const advised = recommendations.find((channel: { username: string }) => channel.username === username)
    return { isReconnecting, isStopped, isListedAsStopped: listed?.isStopped, isAdvisedAsStopped: advised?.isStopped }
  }
  const delivers = { isReconnecting: false, isStopped: false, isListedAsStopped: false, isAdvisedAsStopped: false }
  const stopped = { isReconnecting: true, isStopped: true, isListedAsStopped: true, isAdvisedAsStopped: true }
  const dropped = { isReconnecting: true, isStopped: false, isListedAsStopped: false, isAdvisedAsStopped: false }

  it('is not said to be reconnecting, and continues the same broadcast when it is started again', async () => {
    const { username, streamId, encoder, join } = await goLive()
    expect(await encoderState(username)).toEqual(delivers)
    await encoder.finish()
    await expect.poll(() => encoderState(username)).toEqual(stopped)
    const back = await join()
    back.send(8)
    await expect.poll(() => encoderState(username)).toEqual(delivers)
    expect((await findChannel(username)).streamId).toBe(streamId)
    await back.close()
    await expect.poll(() => encoderState(username)).toEqual(dropped)
  })

  it('is known to be stopped when it was silent before', async () => {
    const { username, encoder } = await goLive()
    site.moveClock(5000)
    await expect.poll(() => encoderState(username), { timeout: 5000 }).toEqual(dropped)
    await encoder.finish()
    await expect.poll(() => encoderState(username)).toEqual(stopped)
  })
})

describe.each(faults)('[F1] an encoder that loses its connection (%s)', (fault) => {
  it.each([5, 20, 55])('and returns after %i s continues the same broadcast', async (gapSeconds) => {
    const { username, streamId, join, readPlaylist, checker } = await goLive()
    const before = await waitFor('has 3 segments', async () => {
      const playlist = await readPlaylist()
      return playlist.segments.length >= 3 && playlist
    })
    expect(discontinuities(before)).toBe(0)
    proxy.cut(fault)
    site.moveClock(gapSeconds * 1000)
    await waitFor('reconnecting', async () => (await findChannel(username)).isReconnecting)
    expect(await isListed(username)).toBe(true)
    expect((await readPlaylist()).isEnded).toBe(false)
    proxy.heal()
    const back = await join()
    expect(back.answer.code).toBe('NetStream.Publish.Start')
    back.send(8)
    await waitFor('no longer reconnecting', async () => {
      const channel = await findChannel(username)
      return channel.isLive && !channel.isReconnecting && channel.streamId === streamId
    })
    const after = await waitFor('continued', async () => {
      const playlist = await readPlaylist()
      return lastSequence(playlist) >= lastSequence(before) + 3 && playlist
    })
    expect(discontinuities(after)).toBe(1)
    expect(checker.violations).toEqual([])
  })

  it('is off air after 65 s, and then begins a new broadcast', async () => {
    const { username, streamId, join } = await goLive()
    proxy.cut(fault)
    site.moveClock(65_000)
    await waitFor('over', async () => !(await findChannel(username)).isLive)
    expect(await isListed(username)).toBe(false)
    expect((await site.request('GET', `/live/${streamId}/source/media.m3u8`)).status).toBe(404)
    proxy.heal()
    const back = await join()
    back.send(8)
    const channel = await waitFor('live again', async () => {
      const seen = await findChannel(username)
      return seen.isLive && seen
    })
    expect(channel.streamId).not.toBe(streamId)
    const { json } = await site.request('GET', `/api/streams/${streamId}`)
    expect(json).toMatchObject({ isLive: false })
  })
})

describe('[T4] a second encoder with the same key', () => {
  it('is refused with a reason while the first delivers, whose playlist has no gap', async () => {
    const { encoder, join, readPlaylist, checker } = await goLive()
    const before = await readPlaylist()
    // The first encoder delivers until the second has its answer, however slow the machine is.
    const sending = setInterval(() => encoder.send(0.2), 50)
    const second = await join()
    clearInterval(sending)
    expect(second.answer.code).toBe('NetStream.Publish.Rejected')
    expect(second.answer.description).toContain('live from another encoder already')
    await second.whenClosed
    encoder.send(6)
    const after = await waitFor('continued', async () => {
      const playlist = await readPlaylist()
      return lastSequence(playlist) >= lastSequence(before) + 3 && playlist
    })
    expect(discontinuities(after)).toBe(0)
    expect(checker.violations).toEqual([])
  })

  it('takes over once the first has been silent for 2 s, and closes it with a reason', async () => {
    const { encoder, join, readPlaylist, checker, streamId, username } = await goLive()
    const before = await readPlaylist()
    site.moveClock(2000)
    const second = await join()
    expect(second.answer.code).toBe('NetStream.Publish.Start')
    await encoder.whenClosed
    second.send(8)
    const after = await waitFor('continued', async () => {
      const playlist = await readPlaylist()
      return lastSequence(playlist) >= lastSequence(before) + 3 && playlist
    })
    expect(discontinuities(after)).toBe(1)
    expect((await findChannel(username)).streamId).toBe(streamId)
    expect(checker.violations).toEqual([])
  })
})

describe('[F2] a process that stops during a broadcast', () => {
  it('leaves playlists without an end, which the next process continues', async () => {
    const { username, streamId, encoder, join, readPlaylist, checker } = await goLive(site.rtmpPort)
    const before = await readPlaylist()
    const { token } = (await site.request('POST', `/api/hls/token/${streamId}`)).json
    await site.restart()
    await encoder.whenClosed
    expect(await findChannel(username)).toMatchObject({ isLive: true, isReconnecting: true, streamId })
    // There is nothing to play yet: the request is held until there is.
    const held = readPlaylist()
    const back = await join()
    back.send(8)
    expect(discontinuities(await held)).toBe(0)
    const after = await waitFor('continued', async () => {
      const playlist = await readPlaylist()
      return playlist.segments.length >= 3 && playlist
    })
    expect(after.mediaSequence).toBeGreaterThan(lastSequence(before))
    expect(after.segments[0]?.discontinuity).toBeGreaterThan(before.segments.at(-1)?.discontinuity ?? 0)
    const maps = (playlist: CheckedPlaylist) => playlist.segments.map(({ map }) => map)
    expect(maps(before)).not.toContain(maps(after)[0])
    // This viewer never saw segments made after its last request.
    expect(checker.violations.filter((violation) => violation !== 'segments were skipped')).toEqual([])
    const key = /URI="([^"]+\/\d+)"/.exec(after.segments.at(-1)?.key ?? '')?.[1]
    expect((await site.request('GET', `${key}?token=${token}`)).status).toBe(200)
  })

  it('has always saved a number above those of its playlists, so that it may be killed at any moment', async () => {
    const { streamId, readPlaylist, encoder } = await goLive(site.rtmpPort)
    const database = new DatabaseSync(join(site.dataDir, 'waggle.sqlite'), { readOnly: true })
    onTestFinished(() => database.close())
    for (let round = 0; round < 3; round += 1) {
      const highest = lastSequence(await readPlaylist())
      await waitFor('saved', async () => {
        const row = database.prepare('select next_number from broadcasts where id = ?').get(streamId)
        return Number(row?.next_number) > highest + 1
      })
      encoder.send(2)
      // The next segment exists, and is perhaps not saved yet.
      await waitFor('begun', async () => lastSequence(await readPlaylist()) > highest)
    }
  })

  it('continues over several restarts with increasing numbers', async () => {
    const { join, readPlaylist, encoder } = await goLive(site.rtmpPort)
    let last = await readPlaylist()
    await encoder.close()
    for (let stop = 0; stop < 3; stop += 1) {
      await site.restart()
      const back = await join()
      back.send(4)
      const next = await readPlaylist()
      expect(next.mediaSequence).toBeGreaterThan(lastSequence(last))
      expect(next.discontinuitySequence).toBeGreaterThanOrEqual(last.segments.at(-1)?.discontinuity ?? 0)
      expect(next.constants).toBe(last.constants)
      last = next
      await back.close()
    }
  })

  it('while the encoder is away: the next process waits for the rest of the minute, then ends the broadcast', async () => {
    const { username, streamId } = await goLive(site.rtmpPort)
    site.moveClock(40_000)
    await waitFor('reconnecting', async () => (await findChannel(username)).isReconnecting)
    await site.restart()
    expect(await findChannel(username)).toMatchObject({ isLive: true, isReconnecting: true, streamId })
    site.moveClock(21_000)
    await waitFor('over', async () => !(await findChannel(username)).isLive)
    await waitFor('gone', async () => (await site.request('GET', `/live/${streamId}/source/media.m3u8`)).status === 404)
  })

  it('and returns after more than a minute: the broadcast has ended when the next process starts', async () => {
    const { username, streamId } = await goLive(site.rtmpPort)
    site.moveClock(30_000)
    await waitFor('reconnecting', async () => (await findChannel(username)).isReconnecting)
    site.moveClock(31_000)
    await site.restart()
    expect((await findChannel(username)).isLive).toBe(false)
    expect((await site.request('GET', `/live/${streamId}/source/media.m3u8`)).status).toBe(404)
  })
})
