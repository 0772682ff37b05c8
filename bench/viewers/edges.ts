import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCountingProxy } from '../../apps/server/src/testing/engines/counting-proxy.ts'
import { freePort } from '../../apps/server/src/testing/engines/private-process.ts'
import { startVarnish } from '../../apps/server/src/testing/engines/varnish.ts'
import { waitUntilLive } from '../../e2e/support/server/account.ts'
import { percentile } from '../support/percentile.ts'
import { makeEncodedFile } from '../support/processes/encoded-file.ts'
import { publishFile } from '../support/processes/publishers.ts'
import { shippedNginx, startNginx } from '../support/servers/nginx.ts'
import { openChannels, startBareSite } from '../support/servers/waggle.ts'
import { watchWithBlockingReload } from '../support/viewers/blocking-viewers.ts'
import { localTarget } from '../support/viewers/target.ts'

// What an edge saves the site, and what it adds to the delay: viewers of one stream at the site itself, behind Varnish and behind nginx,
// as shipped in deploy/ but without HTTPS, in one run.

const { values } = parseArgs({
  options: {
    viewers: { type: 'string', default: '10,100,1000' },
    seconds: { type: 'string', default: '15' },
    kilobits: { type: 'string', default: '500' },
  },
})
const settleMs = 8000
const measureMs = Number(values.seconds) * 1000
const folder = mkdtempSync(join(tmpdir(), 'bench-edges-'))
const site = await startBareSite()
const [address] = await openChannels(site, ['bench0'])
makeEncodedFile(join(folder, 'bench0.flv'), Number(values.kilobits))
const counter = await startCountingProxy(site.url)
const varnish = await startVarnish(portOf(counter.url))
const nginxPort = await freePort()
const nginx = await startNginx(folder, nginxPort, await shippedNginx(folder, portOf(counter.url), nginxPort))
const publisher = await publishFile(join(folder, 'bench0.flv'), address === undefined ? [] : [address])

try {
  const path = `/live/${await waitUntilLive(site.url, 'bench0')}/source/`
  console.log('viewers  edge      requests to the site  delivered   median   95th percentile   99th')
  for (const viewers of values.viewers.split(',').map(Number)) {
    for (const [name, port] of [
      ['none', portOf(site.url)],
      ['Varnish', portOf(varnish.url)],
      ['nginx', nginxPort],
    ] as const) {
      // nginx passes on what viewers wait for: more than the counter can.
      if (name === 'nginx' && viewers > 300) continue
      counter.reset()
      const startedMs = performance.now()
      const { delaysMs, deliveredShare, parts } = await watchWithBlockingReload(
        localTarget(port),
        path,
        viewers,
        settleMs,
        measureMs,
      )
      const seconds = (performance.now() - startedMs) / 1000
      // Without an edge, each viewer asks for each part and for a playlist with it.
      const perSecond =
        name === 'none' ? (2 * viewers * parts) / (measureMs / 1000) : counter.requests().length / seconds
      const delays = [50, 95, 99].map((percent) => `${percentile(delaysMs, percent)?.toFixed(0)} ms`.padStart(8))
      console.log(
        `${String(viewers).padEnd(8)} ${name.padEnd(8)} ${`${perSecond.toFixed(1)}/s`.padStart(12)}   ${(deliveredShare * 100).toFixed(2).padStart(15)} % ${delays.join('   ')}`,
      )
    }
  }
} finally {
  await publisher.stop()
  await nginx.stop()
  await varnish.close()
  await counter.close()
  await site.remove()
  rmSync(folder, { recursive: true, force: true })
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}
