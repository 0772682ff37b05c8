import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPostgres } from '../../testing/engines/postgres.ts'
import { freePort, stopProcess, untilUp } from '../../testing/engines/private-process.ts'
import { startRedis } from '../../testing/engines/redis.ts'
import { signAs, startTestSite, type TestSite } from '../../testing/site.ts'
import { waitFor } from '../../testing/wait-for.ts'

/** What the site promises; a shared machine may pause as long again. */
const inEffectWithinMs = 2000
const machinePauseMs = 3000

let postgres: Awaited<ReturnType<typeof startPostgres>>
let redis: Awaited<ReturnType<typeof startRedis>>
let first: TestSite
let second: { url: string; child: ChildProcess }

beforeAll(async () => {
  ;[postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  const shared = {
    ...{ DATABASE_URL: postgres.url, REDIS_URL: redis.url, WAGGLE_ROLES: 'core,chat' },
    ...{ WAGGLE_OPERATORS: 'alice', WAGGLE_REWIND_HOURS: '0' },
  }
  first = await startTestSite({ env: { ...shared, WAGGLE_HTTP_PORT: String(await freePort()) } })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../main.ts', import.meta.url))], {
    env: {
      ...{ PATH: process.env.PATH, ...shared, WAGGLE_DATA_DIR: first.dataDir },
      ...{ WAGGLE_HTTP_PORT: String(port), WAGGLE_PUBLIC_URL: first.url },
    },
    stdio: 'ignore',
  })
  await untilUp(child, async () => {
    await fetch(`${url}/readyz`)
  })
  second = { url, child }
})
afterAll(async () => {
  if (second) await stopProcess(second.child, 'SIGKILL')
  await first?.close()
  await redis?.close()
  await postgres?.close()
})

it('[SITE-1] a change is in effect on every process within two seconds, without a restart', async () => {
  const token = await first.signIn('alice')
  const { challenge } = (await first.request('GET', '/api/auth/challenge?purpose=operate&username=alice')).json
  const body = { username: 'alice', challenge, signature: await signAs('alice', challenge) }
  await first.request('POST', '/api/operate/rights', { token, body })
  const nameThere = async () =>
    ((await (await fetch(`${second.url}/site.webmanifest`)).json()) as { name: string }).name
  expect(await nameThere()).toBe('Waggle')
  const pageThere = async () => (await fetch(`${second.url}/pages/rules`)).status
  expect(await pageThere()).toBe(404)

  const settings = { name: 'Bees', pages: [{ address: 'rules', title: '', text: '# Be kind' }] }
  const startedMs = Date.now()
  const saved = await first.request('PUT', '/api/operate/site', { token, body: { settings, revisions: {} } })
  expect(saved.status).toBe(200)
  await waitFor('the name on the other process', async () => ((await nameThere()) === 'Bees' ? true : undefined))
  expect(Date.now() - startedMs).toBeLessThan(inEffectWithinMs + machinePauseMs)
  const policy = (await fetch(`${second.url}/`)).headers.get('content-security-policy')
  expect(policy).toContain("frame-src 'self'")
  expect(((await (await fetch(`${second.url}/api/site/pages/rules`)).json()) as { text: string }).text).toBe(
    '# Be kind',
  )
})
