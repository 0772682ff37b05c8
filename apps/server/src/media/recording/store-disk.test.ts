import { execFileSync } from 'node:child_process'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort, removeFolder, temporaryFolder } from '../../testing/engines/private-process.ts'
import { openTmpfs, type SmallDisk } from '../../testing/engines/small-disk.ts'
import { newestSegment } from '../../testing/playlist.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

const soon = { timeout: 45_000, interval: 100 }
/** A recording is stored in objects of 30 s, each once the next one has begun. */
const objectSeconds = 36

/** Undefined where mounting is not allowed. */
let disk: SmallDisk | undefined
let store: string
let site: TestSite
let operatorUrl: string
let encoder: TestEncoder
let streamId = ''
const closing: (() => unknown)[] = []

beforeAll(async () => {
  disk = await openTmpfs()
  closing.push(() => disk?.close())
  const folder = disk?.folder ?? (await temporaryFolder('store'))
  if (!disk) closing.push(() => removeFolder(folder))
  store = join(folder, 'recordings')
  const metricsPort = await freePort()
  site = await startTestSite({
    env: {
      WAGGLE_RECORDINGS_URL: `file://${store}`,
      WAGGLE_METRICS_PORT: String(metricsPort),
      WAGGLE_TRANSCODE: 'off',
    },
  })
  closing.push(() => site.close())
  operatorUrl = `http://127.0.0.1:${metricsPort}`
  encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  closing.push(() => encoder.close())
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** Once. */
async function goLive(): Promise<void> {
  if (streamId) return
  encoder.send(objectSeconds)
  encoder.neverFallSilent()
  await expect.poll(async () => (await info()).isLive, soon).toBe(true)
  streamId = (await info()).streamId
  await expect.poll(async () => (await stored()).length, soon).toBeGreaterThan(0)
}

const info = async () => (await site.request('GET', '/api/streams/info/alice')).json
const health = async () => (await fetch(`${operatorUrl}/health`)).json()
const newest = async () => newestSegment((await site.request('GET', `/live/${streamId}/source/media.m3u8`)).text)

async function waitingBytes(): Promise<number> {
  const text = await (await fetch(`${operatorUrl}/metrics`)).text()
  return Number(/^waggle_recordings_waiting_bytes (\d+)$/m.exec(text)?.[1])
}

async function stored(): Promise<string[]> {
  const entries = await readdir(store, { recursive: true }).catch(() => [])
  return entries.filter((name) => name.endsWith('.m4s'))
}

const remount = (mode: 'ro' | 'rw') =>
  execFileSync('mount', ['-o', `remount,${mode}`, disk?.folder ?? ''], { stdio: 'ignore' })

/** Breaks the disk with the recordings, and mends it. */
const faults: [string, boolean, RegExp, () => unknown, () => unknown][] = [
  ['full', true, /^failed: ENOSPC/, () => disk?.fill(0), () => disk?.free(0)],
  ['read-only', true, /^failed: EROFS/, () => remount('ro'), () => remount('rw')],
  [
    'not there',
    false,
    /^failed: E\w+/,
    async () => {
      await rename(store, `${store}-away`)
      await writeFile(store, '')
    },
    async () => {
      await rm(store)
      await rename(`${store}-away`, store)
    },
  ],
]

it.for(faults)(
  '[F12] [OPS-22] while the disk with the recordings is %s, they wait on the other one, live goes on, and nothing is lost',
  { timeout: 180_000 },
  async ([, needsMount, reason, breakIt, mendIt], { skip }) => {
    // The last fault shows the same everywhere.
    if (needsMount && !disk) return skip('mounting is not allowed here')
    await goLive()
    await expect.poll(async () => (await health()).recordingStore, soon).toBe('ok')
    // Nothing is on its way to the disk that breaks.
    await expect.poll(waitingBytes, soon).toBe(0)
    const [before, segment] = [await stored(), await newest()]
    await breakIt()
    encoder.send(objectSeconds)
    await expect.poll(newest, soon).toBeGreaterThan(segment)
    await expect.poll(async () => (await health()).recordingStore, soon).toMatch(reason)
    expect((await site.request('GET', '/readyz')).status).toBe(200)
    // What waits can be watched.
    const rewound = await site.request('GET', `/recordings/${streamId}/source/media.m3u8`)
    expect(rewound.text.match(/#EXTINF/g)?.length).toBeGreaterThanOrEqual(segment)
    await mendIt()
    await expect.poll(async () => (await stored()).length, soon).toBeGreaterThan(before.length)
    await expect.poll(async () => (await health()).recordingStore, soon).toBe('ok')
    expect(await stored()).toEqual(expect.arrayContaining(before))
  },
)
