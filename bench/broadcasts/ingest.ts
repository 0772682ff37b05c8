import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../../apps/server/src/testing/engines/private-process.ts'
import { type Site, startSite } from '../../e2e/support/server/site.ts'
import { percentile } from '../support/percentile.ts'
import { makeEncodedFile } from '../support/processes/encoded-file.ts'
import { readProcessCost } from '../support/processes/process-cost.ts'
import { publishFile } from '../support/processes/publishers.ts'
import { startNginx, startProgram } from '../support/servers/nginx.ts'
import { openChannels, startBareSite } from '../support/servers/waggle.ts'

// The cost of a stream from RTMP to HLS: CPU time and memory of the server's processes, without the publishers. All servers receive the
// same file from the same publishers, one server after the other, for several rounds.

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1,10,50' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '15' },
    /** Names of the servers to measure; all by default. */
    servers: { type: 'string' },
  },
})
const counts = values.streams.split(',').map(Number)
const measureMs = Number(values.seconds) * 1000
/** Until every stream has nearly filled its window of segments. */
const settleMs = 30_000

interface Candidate {
  pid: number
  addresses: string[]
  stop(): Promise<unknown>
}

const folder = mkdtempSync(join(tmpdir(), 'bench-ingest-'))
const file = join(folder, 'source.flv')
const names = (count: number) => Array.from({ length: count }, (_, index) => `bench${index}`)

async function startWaggle(count: number, starting: Promise<Site>): Promise<Candidate> {
  const site = await starting
  const addresses = await openChannels(site, names(count))
  return { pid: site.process.pid ?? 0, addresses, stop: () => site.remove() }
}

const allCandidates: Record<string, (count: number) => Promise<Candidate>> = {
  waggle: (count) => startWaggle(count, startBareSite()),
  'waggle that records': (count) => startWaggle(count, startBareSite({ WAGGLE_REWIND_HOURS: '6' })),
  'waggle with thumbnails': (count) => startWaggle(count, startSite({ WAGGLE_TRANSCODE: 'off' })),
  async 'nginx-rtmp'(count) {
    const port = await freePort()
    const work = mkdtempSync(join(folder, 'nginx-'))
    const nginx = await startNginx(
      work,
      port,
      `rtmp { server { listen 127.0.0.1:${port}; chunk_size 4096; application live {
        live on; hls on; hls_path ${work}/hls; hls_fragment 2s; hls_playlist_length 24s; } } }`,
      'load_module /usr/lib/nginx/modules/ngx_rtmp_module.so;',
    )
    return { ...nginx, addresses: names(count).map((name) => `rtmp://127.0.0.1:${port}/live/${name}`) }
  },
  async 'node-media-server'(count) {
    const [port, httpPort] = [await freePort(), await freePort()]
    const script = join(folder, 'node-media-server.cjs')
    const settings = {
      logType: 0,
      rtmp: { port, chunk_size: 60_000, gop_cache: true, ping: 30, ping_timeout: 60 },
      http: { port: httpPort, mediaroot: mkdtempSync(join(folder, 'nms-')), allow_origin: '*' },
      trans: {
        ffmpeg: '/usr/bin/ffmpeg',
        tasks: [{ app: 'live', hls: true, hlsFlags: '[hls_time=2:hls_list_size=12:hls_flags=delete_segments]' }],
      },
    }
    writeFileSync(script, `new (require('node-media-server'))(${JSON.stringify(settings)}).run()\n`)
    const server = await startProgram(process.execPath, [script], port)
    return { ...server, addresses: names(count).map((name) => `rtmp://127.0.0.1:${port}/live/${name}`) }
  },
}

const chosen = values.servers?.split(',') ?? Object.keys(allCandidates)
const candidates = Object.fromEntries(Object.entries(allCandidates).filter(([name]) => chosen.includes(name)))

interface Cost {
  /** Per cent of one core, per stream. */
  cpuPercent: number
  megabytes: number
}

const results = new Map<string, Cost[]>()
try {
  makeEncodedFile(file)
  if ('node-media-server' in candidates) installNodeMediaServer()
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const count of counts) {
      for (const [name, start] of Object.entries(candidates)) {
        const cost = await measure(start, count)
        const key = `${count} ${name}`
        results.set(key, [...(results.get(key) ?? []), cost])
        console.log(
          `round ${round}, ${count} streams, ${name}: ${cost.cpuPercent.toFixed(2)} % of a core and ${cost.megabytes.toFixed(1)} MB per stream`,
        )
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
printTable()

async function measure(start: (count: number) => Promise<Candidate>, count: number): Promise<Cost> {
  const candidate = await start(count)
  try {
    await wait(1000)
    const idle = readProcessCost(candidate.pid)
    const publishers = await publishFile(file, candidate.addresses)
    try {
      await wait(settleMs)
      const before = readProcessCost(candidate.pid)
      const startedMs = performance.now()
      await wait(measureMs)
      const after = readProcessCost(candidate.pid)
      publishers.check()
      const seconds = (performance.now() - startedMs) / 1000
      return {
        cpuPercent: ((after.cpuSeconds - before.cpuSeconds) / seconds / count) * 100,
        megabytes: (after.memoryBytes - idle.memoryBytes) / count / 2 ** 20,
      }
    } finally {
      await publishers.stop()
    }
  } finally {
    await candidate.stop()
  }
}

/** Installed in the temporary folder: it is only measured, and nothing of ours depends on it. */
function installNodeMediaServer(): void {
  mkdirSync(join(folder, 'node_modules'))
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', [...args, 'node-media-server@2.7.4'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm could not install node-media-server: ${stderr}`)
}

function printTable(): void {
  const median = (key: string, read: (cost: Cost) => number) =>
    percentile((results.get(key) ?? []).map(read), 50) ?? Number.NaN
  console.log('\nmedians                 CPU per stream   ratio   memory per stream     ratio')
  for (const count of counts) {
    for (const name of Object.keys(candidates)) {
      const medianOf = (server: string, read: (cost: Cost) => number) => median(`${count} ${server}`, read)
      const cpu = medianOf(name, (cost) => cost.cpuPercent)
      const memory = medianOf(name, (cost) => cost.megabytes)
      const ours = {
        cpu: medianOf('waggle', (cost) => cost.cpuPercent),
        memory: medianOf('waggle', (cost) => cost.megabytes),
      }
      console.log(
        `${String(count).padStart(3)} x ${name.padEnd(22)} ${cpu.toFixed(2).padStart(6)} %  ${(ours.cpu / cpu).toFixed(2).padStart(6)}   ` +
          `${memory.toFixed(1).padStart(8)} MB   ${(ours.memory / memory).toFixed(2).padStart(6)}`,
      )
    }
  }
  console.log(
    '\nratio: our figure divided by theirs. Goals for the CPU time: 1.50 for nginx-rtmp, 0.25 for node-media-server with its ffmpeg.',
  )
}
