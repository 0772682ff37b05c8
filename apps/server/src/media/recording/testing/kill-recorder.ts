import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../../db/open.ts'
import { listRecordedObjects } from '../../../db/recordings/recorded-objects.ts'
import { type ServerProcess, startServerProcess } from '../../../testing/server-process.ts'
import { startTestSite } from '../../../testing/site.ts'
import { decodeAll, probe } from './play-replay.ts'
import { publish } from './publish.ts'

const patienceMs = 60_000
const newSegments = 2
const longestDelayMs = 1500

interface Killed {
  kills: number
  /** Complete segments that viewers had before each kill and that the recording does not have, besides the last one. */
  lost: number[]
  segments: number
  /** What ffprobe finds in the replay. */
  frames: number
  seconds: number
}

/**
 * Broadcasts to a server that is killed at random moments and started again, and plays the replay. Rejects when ffmpeg cannot decode every
 * frame of it.
 */
export async function killRecorder(kills: number): Promise<Killed> {
  const env = { WAGGLE_TRANSCODE: 'off' }
  const server = await startServerProcess({ env })
  try {
    const address = `rtmp://127.0.0.1:${server.rtmpPort}/live/${await server.streamKey('alice')}`
    const runs: { first: number; last: number }[] = []
    let streamId = ''
    for (let kill = 0; kill < kills; kill += 1) {
      const encoder = publish(address)
      const after = runs.at(-1)?.last ?? 0
      streamId = await until(async () => (await streamOf(server)).streamId)
      const first = await until(async () => (await closedSegments(server, streamId)).find((one) => one > after))
      await until(async () => ((await lastClosed(server, streamId)) >= first + newSegments ? true : undefined))
      await pause(Math.random() * longestDelayMs)
      runs.push({ first, last: await lastClosed(server, streamId) })
      await server.killAndRestart()
      await encoder.drop()
    }
    await server.stop()
    return await readReplay(server.dataDir, streamId, runs)
  } finally {
    await server.close()
  }
}

/** Starts a server on the folder that the killed ones left, and plays what it has. */
async function readReplay(dataDir: string, streamId: string, runs: { first: number; last: number }[]): Promise<Killed> {
  const site = await startTestSite({
    env: { WAGGLE_DATA_DIR: dataDir, WAGGLE_TRANSCODE: 'off' },
  })
  try {
    site.moveClock(180_000)
    const replay = await until(async () => {
      const { status, json } = await site.request('GET', `/api/replays/${streamId}`)
      return status === 200 ? json : undefined
    })
    const db = await openDatabase({ dataDir })
    const isComplete = (recorded: Set<number>) => runs.every(({ last }) => recorded.has(last) || recorded.has(last - 1))
    const read = async () => {
      const objects = await listRecordedObjects(db, streamId)
      return new Set(objects.flatMap(({ contents }) => contents.segments.map(({ sequence }) => sequence)))
    }
    // What the last process could not finish is stored in the background.
    const recorded = await until(async () => {
      const known = await read()
      return isComplete(known) ? known : undefined
    }).catch(read)
    await db.destroy()
    const lost = runs.flatMap(({ first, last }) =>
      Array.from({ length: last - first }, (_, index) => first + index).filter((sequence) => !recorded.has(sequence)),
    )
    const { token } = (await site.request('POST', `/api/hls/token/${streamId}`)).json
    const playlist = `${site.url}${replay.playlistPath}?token=${token}`
    await decodeAll(playlist)
    return { kills: runs.length, lost, segments: recorded.size, ...(await probe(playlist)) }
  } finally {
    await site.close()
  }
}

async function streamOf(server: ServerProcess): Promise<{ streamId: string | undefined }> {
  const { json } = await server.request('GET', '/api/streams/info/alice')
  return { streamId: json.streamId ?? undefined }
}

/** The numbers of the segments that viewers can have. */
async function closedSegments(server: ServerProcess, streamId: string): Promise<number[]> {
  const { status, text } = await server.request('GET', `/live/${streamId}/source/media.m3u8`)
  if (status !== 200) return []
  const first = Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1])
  return (text.match(/#EXTINF/g) ?? []).map((_, index) => first + index)
}

async function lastClosed(server: ServerProcess, streamId: string): Promise<number> {
  return (await closedSegments(server, streamId)).at(-1) ?? 0
}

async function until<Value>(find: () => Promise<Value | undefined>): Promise<Value> {
  const deadlineMs = performance.now() + patienceMs
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    if (performance.now() > deadlineMs) throw new Error('waited in vain')
    await pause(30)
  }
}
