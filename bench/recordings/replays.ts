import { spawn } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { replayPath } from '@waggle/contract/pages/page-addresses'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import {
  insertRecordedObject,
  listRecordedObjects,
  type RecordedObject,
} from '../../apps/server/src/db/recordings/recorded-objects.ts'
import { publish } from '../../apps/server/src/media/recording/testing/publish.ts'
import { freePort } from '../../apps/server/src/testing/engines/private-process.ts'
import { desktop, launchBrowser, openProfile } from '../../e2e/support/browser/browser.ts'
import { newStreamKey, waitUntilLive } from '../../e2e/support/server/account.ts'
import { startSite } from '../../e2e/support/server/site.ts'
import { percentile } from '../support/percentile.ts'
import { readProcessCost } from '../support/processes/process-cost.ts'
import { shippedNginx, startNginx } from '../support/servers/nginx.ts'

// A replay of four hours: the size of its playlist, how fast a player finds a moment two hours away, and what a thousand viewers of its
// media cost beside nginx, which serves the same bytes as static files. The first object of a real broadcast is listed again and again.

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '4' },
    viewers: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    seeks: { type: 'string', default: '6' },
    /** `media` leaves out the seeks. */
    only: { type: 'string' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'bench-replays-'))
const site = await startSite({ WAGGLE_TRANSCODE: 'off' })
let streamId = ''

try {
  await record()
  await measurePlaylist()
  if (values.only !== 'media') await measureSeeks()
  await compareMedia()
} finally {
  await site.remove()
  rmSync(folder, { recursive: true, force: true })
}

async function record(): Promise<void> {
  const encoder = publish(`${site.rtmpUrl}/${await newStreamKey(site.url, 'alice')}`, { seconds: 36, size: '1280x720' })
  streamId = await waitUntilLive(site.url, 'alice')
  await encoder.ended
  while (!(await fetch(`${site.url}/api/replays/${streamId}`)).ok) await new Promise((next) => setTimeout(next, 1000))
  const db = await openDatabase({ dataDir: site.dataDir })
  const objects = await listRecordedObjects(db, streamId)
  const [first] = objects
  const last = objects.at(-1)
  if (first === undefined || last === undefined) throw new Error('nothing was recorded')
  const objectMs = first.contents.segments.reduce((sum, { durationS }) => sum + durationS * 1000, 0)
  const count = Math.ceil((Number(values.hours) * 3_600_000) / objectMs)
  const stored = join(site.dataDir, 'recordings/stored', streamId)
  for (let number = 1; number < count; number += 1) {
    const copy = later(first, number * 1000, number * objectMs)
    linkSync(join(stored, `source-${first.firstSequence}.m4s`), join(stored, `source-${copy.firstSequence}.m4s`))
    await insertRecordedObject(db, copy)
  }
  await db.destroy()
}

/** The same object at another place of the timeline: players learn from the discontinuity that its own times begin anew. */
function later(object: RecordedObject, sequences: number, byMs: number): RecordedObject {
  const segments = object.contents.segments.map((segment, index) => ({
    ...segment,
    sequence: segment.sequence + sequences,
    startedAtMs: segment.startedAtMs + byMs,
    isAfterDiscontinuity: index === 0,
  }))
  return { ...object, firstSequence: object.firstSequence + sequences, contents: { ...object.contents, segments } }
}

async function fetchPlaylist(): Promise<string> {
  return (await fetch(`${site.url}/recordings/${streamId}/source/media.m3u8`)).text()
}

async function measurePlaylist(): Promise<void> {
  const startedMs = performance.now()
  const text = await fetchPlaylist()
  const firstMs = performance.now() - startedMs
  const cachedMs = performance.now()
  await fetchPlaylist()
  const segments = text.match(/#EXTINF/g)?.length ?? 0
  console.log(
    `playlist of ${values.hours} h, ${segments} segments: ${kb(text.length)}, ${kb(gzipSync(asIfRecorded(text)).length)} with gzip (goal 200); ` +
      `${firstMs.toFixed(0)} ms to make, ${(performance.now() - cachedMs).toFixed(0)} ms again`,
  )
}

/** The playlist with sizes, keys and initialisation vectors as different as those of a broadcast: the same object compresses too well. */
function asIfRecorded(text: string): string {
  let end = 0
  let sequence = 0
  return text
    .replaceAll(/bytes=\d+-\d+/g, () => {
      if (sequence++ % 15 === 0) end = 700
      const first = end + 200
      end = first + Math.floor(1_000_000 + Math.random() * 800_000)
      return `bytes=${first}-${end}`
    })
    .replaceAll(/(IV=0x[0-9A-Fa-f]{16})[0-9A-Fa-f]{16}/g, (_, stream) => {
      sequence += 1
      return stream + sequence.toString(16).padStart(16, '0')
    })
    .replaceAll(/(\/key\/[a-z0-9]+\/)\d+/g, (_, path) => path + String(60_000_000 + Math.floor(sequence++ / 15)))
}

async function measureSeeks(): Promise<void> {
  const browser = await launchBrowser()
  const { page } = await openProfile(browser, desktop)
  await page.goto(site.url + replayPath(streamId))
  const video = page.getByTestId('player-video')
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1)
  const tookMs: number[] = []
  for (let seek = 0; seek < Number(values.seeks); seek += 1) {
    // To the middle and back to the beginning, always somewhere else.
    const share = seek % 2 === 0 ? 0.5 : 0.002 * seek
    tookMs.push(
      await video.evaluate(async (element: HTMLVideoElement, share) => {
        const target = element.duration * share
        const startedMs = performance.now()
        element.currentTime = target
        for (;;) {
          const shown = await new Promise<number>((next) =>
            element.requestVideoFrameCallback((_, { mediaTime }) => next(mediaTime)),
          )
          if (Math.abs(shown - target) < 5) return performance.now() - startedMs
        }
      }, share),
    )
  }
  await browser.close()
  const far = tookMs.map((took) => took.toFixed(0)).join(', ')
  console.log(`seek by half of it: median ${percentile(tookMs, 50)?.toFixed(0)} ms of ${far} (goal 1000)`)
}

async function compareMedia(): Promise<void> {
  const listed = [...(await fetchPlaylist()).matchAll(/^\.\.\/(source-\d+\.m4s\?bytes=\d+-\d+)$/gm)]
  // The other objects are links to the same file.
  const paths = listed.slice(0, 14).map(([, path]) => `/recordings/${streamId}/${path}`)
  const statics = join(folder, 'static')
  mkdirSync(statics)
  let bytes = 0
  for (const path of paths) {
    const body = Buffer.from(await (await fetch(site.url + path)).arrayBuffer())
    bytes += body.length
    writeFileSync(join(statics, nameOf(path)), body)
  }
  const port = await freePort()
  const nginx = await startNginx(
    folder,
    Number(port),
    `http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; types { video/mp4 m4s; }
      server { listen 127.0.0.1:${port} backlog=4096; root ${statics}; } }`,
  )
  const meanBytes = bytes / paths.length
  const inFront = Number(await freePort())
  const shippedFolder = join(folder, 'shipped')
  mkdirSync(shippedFolder)
  const shippedBlocks = await shippedNginx(shippedFolder, Number(new URL(site.url).port), inFront)
  const shipped = await startNginx(shippedFolder, inFront, shippedBlocks)
  const sitePid = site.process.pid ?? 0
  const staticPaths = paths.map((path) => `/${nameOf(path)}`)
  const candidates: Record<string, () => Promise<number>> = {
    nginx: () => costPer200Kb([nginx.pid], `http://127.0.0.1:${port}`, staticPaths),
    'the site': () => costPer200Kb([sitePid], site.url, paths),
    'the site with the nginx that we ship': () =>
      costPer200Kb([sitePid, shipped.pid], `http://127.0.0.1:${inFront}`, paths),
  }
  const ratios: Record<string, number[]> = {}
  try {
    // Round 0 warms the servers up and does not count.
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      const costs: Record<string, number> = {}
      for (const [name, measure] of Object.entries(candidates)) costs[name] = await measure()
      const told = Object.entries(costs).map(([name, cost]) => `${name} ${cost.toFixed(1)}`)
      console.log(`round ${round}: us of CPU for 200 kB: ${told.join(', ')}`)
      if (round === 0) continue
      for (const [name, cost] of Object.entries(costs))
        ratios[name] = [...(ratios[name] ?? []), cost / (costs.nginx ?? 0)]
    }
  } finally {
    await Promise.all([nginx.stop(), shipped.stop()])
  }
  for (const [name, found] of Object.entries(ratios)) {
    if (name === 'nginx') continue
    const [middle, least, most] = [50, 0, 100].map((share) => percentile(found, share)?.toFixed(2))
    console.log(
      `${values.viewers} viewers of ${paths.length} segments of ${kb(meanBytes)}: ${name} ${middle} [${least}-${most}] times nginx static (goal 2)`,
    )
  }
}

function nameOf(path: string): string {
  return `${path.replaceAll(/[^a-z0-9]+/gi, '-')}.m4s`
}

/** Every connection of wrk asks for one segment after the other, from a place of its own. */
async function costPer200Kb(pids: number[], address: string, paths: string[]): Promise<number> {
  const script = join(folder, 'paths.lua')
  const list = paths.map((path) => JSON.stringify(path)).join(',\n')
  writeFileSync(
    script,
    `local paths = {${list}}\nrequest = function() return wrk.format('GET', paths[math.random(#paths)]) end\n`,
  )
  const used = () => pids.reduce((sum, pid) => sum + readProcessCost(pid).cpuSeconds, 0)
  const before = used()
  const wrk = spawn(
    'wrk',
    ['-t1', `-c${values.viewers}`, `-d${values.seconds}s`, '--timeout', '20s', '-s', script, address],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let text = ''
  wrk.stdout.on('data', (chunk) => {
    text += chunk
  })
  await new Promise((resolve) => wrk.once('close', resolve))
  const cpuSeconds = used() - before
  // Bytes, not requests: with a thousand connections, many are in the middle of one at the end.
  const [, amount, unit = ''] = /([\d.]+)([KMGT])B read/.exec(text) ?? []
  const bytes = Number(amount) * 1024 ** (1 + 'KMGT'.indexOf(unit))
  if (!(bytes > 0) || text.includes('Non-2xx')) throw new Error(`wrk could not measure: ${text}`)
  return (cpuSeconds * 1e6 * 200_000) / bytes
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`
}
