import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startVarnish } from '../../apps/server/src/testing/engines/varnish.ts'
import { callApi, waitUntilLive } from '../../e2e/support/server/account.ts'
import { makeEncodedFile } from '../support/processes/encoded-file.ts'
import { readProcessCost } from '../support/processes/process-cost.ts'
import { publishFile } from '../support/processes/publishers.ts'
import { openChannels, startBareSite } from '../support/servers/waggle.ts'
import { watchWithBlockingReload } from '../support/viewers/blocking-viewers.ts'
import { localTarget } from '../support/viewers/target.ts'

// Processor time, which other work on the machine disturbs little, for docs/capacity.md: of Varnish and of `waggle edge-report` for viewers of
// one stream behind an edge; of the site for a key, and for a report of 500 addresses.

const { values } = parseArgs({
  options: { viewers: { type: 'string', default: '500' }, seconds: { type: 'string', default: '15' } },
})
const viewers = Number(values.viewers)
const measureMs = Number(values.seconds) * 1000
const settleMs = 8000
const edgeSecret = 'the-secret-of-this-edge'
const command = fileURLToPath(new URL('../../apps/server/src/commands/command-line.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'bench-edge-costs-'))
const site = await startBareSite({ WAGGLE_EDGE_SECRET: edgeSecret, WAGGLE_EGRESS_BUDGET: '1000TB/day' })
const [address = ''] = await openChannels(site, ['bench0'])
makeEncodedFile(join(folder, 'bench0.flv'), 1000)
const varnish = await startVarnish(Number(new URL(site.url).port), { edgeSecret })
const publisher = await publishFile(join(folder, 'bench0.flv'), [address])
const reader = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', command, 'edge-report', 'varnish', '--instance', varnish.instance],
  {
    env: {
      ...{ PATH: process.env.PATH, WAGGLE_PUBLIC_URL: site.url, WAGGLE_EDGE_SECRET: edgeSecret },
      WAGGLE_DATA_DIR: folder,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
)
const cpuOf = (pid = 0) => readProcessCost(pid).cpuSeconds
const cpus = () => ({ varnish: cpuOf(varnish.pid), reader: cpuOf(reader.pid), site: cpuOf(site.process.pid) })

try {
  const streamId = await waitUntilLive(site.url, 'bench0')
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const before = cpus()
  const startedMs = performance.now()
  const report = await watchWithBlockingReload(
    localTarget(Number(new URL(varnish.url).port)),
    `/live/${streamId}/source/`,
    viewers,
    settleMs,
    measureMs,
  )
  const seconds = (performance.now() - startedMs) / 1000
  const after = cpus()
  // While they join, some are there already: three quarters of the time to settle.
  const viewerSeconds = viewers * (seconds - settleMs / 4000)
  const lines = (2 * report.parts * viewers * seconds * 1000) / measureMs
  const each = (name: keyof typeof before) => (((after[name] - before[name]) * 1e6) / viewerSeconds).toFixed(1)
  console.log(`
${viewers} viewers, ${((report.bytes * 8) / 1e6 / viewers / (measureMs / 1000)).toFixed(2)} Mbit/s each, ${(report.deliveredShare * 100).toFixed(1)} % delivered
Varnish          ${each('varnish')} µs of CPU for a viewer's second
edge-report      ${each('reader')} µs, with varnishncsa; about ${(((after.reader - before.reader) * 1e6) / lines).toFixed(1)} µs for a line of the log
site             ${each('site')} µs, with ingest`)

  const { token } = await callApi(site.url, `/api/hls/token/${streamId}`, { method: 'POST' })
  const playlist = await (await fetch(`${site.url}/live/${streamId}/source/media.m3u8?token=${token}`)).text()
  const key = new URL(
    /#EXT-X-KEY:[^\n]*URI="([^"]+)"/.exec(playlist)?.[1] ?? '',
    `${site.url}/live/${streamId}/source/`,
  )
  await measureSite('key', 3000, 20, async () => {
    const response = await fetch(key)
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  })
  let batch = 0
  await measureSite('report of 500 addresses', 60, 1, async () => {
    batch += 1
    const sent = Array.from({ length: 500 }, (_, n) => ({ address: `10.1.${n >> 8}.${n & 255}`, streamId, bytes: 1e6 }))
    const response = await fetch(new URL('/api/egress/reports', site.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-waggle-edge': edgeSecret },
      body: JSON.stringify({ edge: 'bench', run: `bench-${process.pid}-run`, batch, sent }),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  })

  /** Processor time of the site for each call, less what it takes anyway. */
  async function measureSite(name: string, calls: number, atOnce: number, call: () => Promise<void>): Promise<void> {
    const idleMs = 5000
    const [idleCpu, idleSince] = [cpus().site, performance.now()]
    await new Promise((resolve) => setTimeout(resolve, idleMs))
    const idle = (cpus().site - idleCpu) / (performance.now() - idleSince)
    const [cpu, sinceMs] = [cpus().site, performance.now()]
    let left = calls
    const some = async () => {
      while (left > 0) {
        left -= 1
        await call()
      }
    }
    await Promise.all(Array.from({ length: atOnce }, some))
    const tookMs = performance.now() - sinceMs
    const own = cpus().site - cpu - idle * tookMs
    console.log(
      `${name.padEnd(24)} ${((own * 1e6) / calls).toFixed(0)} µs of the site's CPU, ${(tookMs / calls).toFixed(1)} ms each`,
    )
  }
} finally {
  reader.kill()
  await publisher.stop()
  await varnish.close()
  await site.remove()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
