import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sandboxPublicKey } from '@waggle/hive/sandbox/accounts'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import { openSession } from '../../apps/server/src/http/sessions/sessions.ts'
import { startNginx } from '../../apps/server/src/testing/engines/nginx.ts'
import { startPostgres } from '../../apps/server/src/testing/engines/postgres.ts'
import { freePort, removeFolder, temporaryFolder } from '../../apps/server/src/testing/engines/private-process.ts'
import { startRedis } from '../../apps/server/src/testing/engines/redis.ts'
import { startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { createSiteClient } from '../../apps/server/src/testing/site-client.ts'
import { launchBrowser, openProfile } from '../../e2e/support/browser/browser.ts'
import { waitUntilPlaying } from '../../e2e/support/browser/journeys.ts'
import { startReconnectingEncoder } from '../../e2e/support/encoders/reconnecting-encoder.ts'
import { preferLowDelay, preferRealTime } from '../../e2e/support/players/delay-mode.ts'
import { recordPicture, stallsSince } from '../../e2e/support/players/stalls.ts'
import { waitUntilLive } from '../../e2e/support/server/account.ts'
import { startTcpBalancer } from '../../e2e/support/server/tcp-balancer.ts'

// Replaces three processes one after the other during a broadcast and 100 chat messages a second, behind the shipped nginx (F17).
// `--real-time` watches in real time.

const perSecond = 100
const viewers = 400
const isRealTime = process.argv.includes('--real-time')
const closing: (() => unknown)[] = []
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function run(): Promise<boolean> {
  const [postgres, redis, folder] = await Promise.all([startPostgres(), startRedis(), temporaryFolder('rolling')])
  closing.push(
    () => removeFolder(folder),
    () => redis.close(),
    () => postgres.close(),
  )
  const httpPorts = await Promise.all([freePort(), freePort(), freePort()])
  const rtmpPorts = await Promise.all([freePort(), freePort(), freePort()])
  const nginx = await startNginx({ core: httpPorts, media: httpPorts, chat: httpPorts })
  const balancer = await startTcpBalancer(rtmpPorts)
  closing.push(
    () => nginx.close(),
    () => balancer.close(),
  )
  const start = (index: number) =>
    startServerProcess({
      env: {
        DATABASE_URL: postgres.url,
        REDIS_URL: redis.url,
        WAGGLE_PUBLIC_URL: nginx.url,
        WAGGLE_RTMP_URL: `rtmp://127.0.0.1:${balancer.port}/live`,
        WAGGLE_NODE_URL: `http://127.0.0.1:${httpPorts[index]}`,
        WAGGLE_RECORDINGS_URL: `file://${folder}/recordings`,
        WAGGLE_HTTP_PORT: String(httpPorts[index]),
        WAGGLE_RTMP_PORT: String(rtmpPorts[index]),
        WAGGLE_DATA_DIR: join(folder, String(index)),
      },
    })
  const processes = [await start(0)]
  for (const index of [1, 2]) {
    await mkdir(join(folder, String(index)))
    await copyFile(join(folder, '0', 'master.key'), join(folder, String(index), 'master.key'))
    processes.push(await start(index))
  }
  closing.push(() => Promise.all(processes.map((each) => each.stop('SIGKILL'))))

  // nginx was there first, and asks a server that has refused a connection again after ten seconds.
  while (!(await fetch(`${nginx.url}/readyz`)).ok) await sleep(200)
  // Through nginx, as users do.
  const site = createSiteClient(nginx.url)
  const tokens = await openSessions(postgres.url)
  const encoder = startReconnectingEncoder(`rtmp://127.0.0.1:${balancer.port}/live`, await site.streamKey('alice'))
  closing.push(() => encoder.stop())
  await waitUntilLive(nginx.url, 'alice')
  const browser = await launchBrowser()
  closing.push(() => browser.close())
  const viewer = await openProfile(browser)
  await (isRealTime ? preferRealTime : preferLowDelay)(viewer.context)
  await viewer.page.goto(`${nginx.url}/watch?user=alice`)
  await waitUntilPlaying(viewer.page)
  await recordPicture(viewer.page)

  const traffic = startTraffic(site, tokens)
  await sleep(5000)
  const startedMs = Date.now()
  const gaps: number[] = []
  for (const [index, previous] of [...processes].entries()) {
    const stoppedMs = Date.now()
    await previous.stop()
    const { exitCode } = previous.child()
    const goneMs = Date.now()
    processes[index] = await start(index)
    await sleep(5000)
    const stalls = await stallsSince(viewer.page, stoppedMs)
    const gap = Math.max(0, ...stalls.map(({ fromMs, untilMs }) => untilMs - fromMs))
    gaps.push(gap)
    console.log(
      `process ${index + 1}: ended with ${exitCode} after ${goneMs - stoppedMs} ms, ready again after ${Date.now() - goneMs - 5000} ms, longest picture that stood still ${gap} ms`,
    )
  }
  const { acknowledged, retried, failures } = await traffic.stop()
  const lost = await missingIn(postgres.url, acknowledged)
  const perSecondDone = (acknowledged.length / (Date.now() - startedMs + 5000)) * 1000
  console.log(
    `${acknowledged.length} messages acknowledged (${perSecondDone.toFixed(0)} a second), ${retried} sent twice, ${failures.length} failed, ${lost} lost`,
  )
  for (const failure of failures.slice(0, 5)) console.log(`  failed: ${failure}`)
  return failures.length === 0 && lost === 0 && gaps.every((gap) => gap <= 4000)
}

/** Sessions of as many viewers as the load needs: each may send a message every few seconds (rule LIMIT-4). */
async function openSessions(databaseUrl: string): Promise<string[]> {
  const db = await openDatabase({ databaseUrl, dataDir: '/nowhere' })
  const publicKey = sandboxPublicKey('alice', 'posting')
  const tokens: string[] = []
  for (let n = 0; n < viewers; n += 1) {
    tokens.push((await openSession({ db, now: Date.now }, { username: `viewer-${n}`, publicKey })).token)
  }
  await db.destroy()
  return tokens
}

function startTraffic(site: ReturnType<typeof createSiteClient>, tokens: readonly string[]) {
  const acknowledged: string[] = []
  const failures: string[] = []
  const sending = new Set<Promise<void>>()
  let [retried, count] = [0, 0]

  async function send(number: number): Promise<void> {
    const token = tokens[number % tokens.length] ?? ''
    const call = { token, body: { message: `message ${number}`, idempotencyKey: `rolling-upgrade-${number}` } }
    for (const attempt of [1, 2]) {
      const result = await site
        .request('POST', '/api/chat/messages/alice', call)
        .catch((error: Error) => ({ status: 0, json: error.message }))
      if (result.status === 200) {
        acknowledged.push(result.json.data.id)
        return
      }
      if (attempt === 2) failures.push(`${result.status} ${JSON.stringify(result.json)}`)
      else {
        retried += 1
        await sleep(500)
      }
    }
  }

  const timer = setInterval(() => {
    for (let n = 0; n < perSecond / 20; n += 1) {
      const sent: Promise<void> = send(count).finally(() => sending.delete(sent))
      sending.add(sent)
      count += 1
    }
  }, 50)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(sending)
      return { acknowledged, retried, failures }
    },
  }
}

async function missingIn(databaseUrl: string, ids: readonly string[]): Promise<number> {
  const db = await openDatabase({ databaseUrl, dataDir: '/nowhere' })
  const stored = new Set((await db.selectFrom('chat_messages').select('id').execute()).map(({ id }) => id))
  await db.destroy()
  return ids.filter((id) => !stored.has(id)).length
}

try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  for (const close of closing.toReversed()) await close()
}
