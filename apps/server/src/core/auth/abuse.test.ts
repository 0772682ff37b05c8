import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { limits } from '@waggle/contract/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { type ChainSite, goLive, startChainSite } from '../../testing/announcements/chain-site.ts'
import { startCoreRoutes } from '../../testing/core/core-routes.ts'
import { startPostgres } from '../../testing/engines/postgres.ts'
import { startProcess, stopProcess, untilUp } from '../../testing/engines/private-process.ts'
import { signAs } from '../../testing/site.ts'
import { hlsAccessRoutes } from '../playback/hls-access.ts'
import { ReplayAudience } from '../replays/replay-audience.ts'
import { authRoutes } from './auth.ts'

const streamId = 'k3f9x2m7q1w8e5r4t6y0'
let site: ChainSite

beforeAll(async () => {
  site = await startChainSite()
})
afterAll(() => site?.close())

it('[T1] accepts one of 1,000 parallel replays of one good signature, made on two processes', {
  timeout: 120_000,
}, async () => {
  const postgres = await startPostgres()
  // The tables exist before two processes look for them at the same time.
  const db = await openDatabase({ databaseUrl: postgres.url, dataDir: '/nowhere' })
  const masterKey = randomBytes(32).toString('hex')
  const processes = await Promise.all([1, 2].map(() => startAuthProcess(postgres.url, masterKey)))
  try {
    const { challenge } = await (await fetch(`${processes[0]!.url}/api/auth/challenge?username=bob`)).json()
    const body = JSON.stringify({ username: 'bob', challenge, signature: await signAs('bob', challenge) })
    const replay = async (_: unknown, index: number) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` }
      const answer = await fetch(`${processes[index % 2]!.url}/api/auth/hive`, { method: 'POST', headers, body })
      return { status: answer.status, code: (await answer.json()).code }
    }
    const answers = await Promise.all(Array.from({ length: 1000 }, replay))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // All want the same row at once: a process may answer some of them that it is too busy.
    const refused = answers.filter(({ code }) => code === 'challenge_used' || code === 'overloaded')
    expect(refused).toHaveLength(999)
    expect(await db.selectFrom('sessions').select('username').execute()).toEqual([{ username: 'bob' }])
  } finally {
    for (const { child } of processes) await stopProcess(child)
    await db.destroy()
    await postgres.close()
  }
})

async function startAuthProcess(databaseUrl: string, masterKey: string) {
  const script = fileURLToPath(new URL('../../testing/core/auth-process.ts', import.meta.url))
  const child = startProcess(process.execPath, [script, databaseUrl, site.node.url, masterKey])
  let printed = ''
  child.stdout?.on('data', (text) => {
    printed += text
  })
  let url: string | undefined
  await untilUp(child, async () => {
    url = /^http:\S+/m.exec(printed)?.[0]
    if (!url) throw new Error('it has not said its address')
  })
  return { child, url }
}

it('[T8] gives an address a burst of stream tokens, then a few a second; other callers and other calls are not affected', {
  timeout: 60_000,
}, async () => {
  const core = await startCoreRoutes(site, (app, context) => {
    hlsAccessRoutes(app, context, new ReplayAudience(context))
    authRoutes(app, context)
  })
  await goLive(site, streamId, 'alice')
  const path = `/api/hls/token/${streamId}`
  const answers: { status: number }[] = []
  const startMs = performance.now()
  for (let round = 0; round < 8; round += 1)
    answers.push(...(await Promise.all(Array.from({ length: 250 }, () => core.request('POST', path)))))
  const seconds = Math.ceil((performance.now() - startMs) / 1000) + 1
  const given = answers.filter(({ status }) => status === 200).length
  expect(given).toBeGreaterThanOrEqual(limits.viewerCallsBurst)
  expect(given).toBeLessThanOrEqual(limits.viewerCallsBurst + seconds * limits.viewerCallsPerSecond)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2000 - given)
  // Whoever is refused need not wait a minute.
  const token = () => fetch(core.url + path, { method: 'POST', headers: { 'x-forwarded-for': '10.0.0.1' } })
  const refused = (await Promise.all(Array.from({ length: 20 }, token))).find(({ status }) => status === 429)
  expect(refused?.headers.get('retry-after')).toBe('1')
  await expect.poll(async () => (await token()).status).toBe(200)
  expect((await core.request('POST', path, { address: '10.0.0.2' })).status).toBe(200)
  expect((await core.request('GET', '/api/auth/challenge')).status).toBe(200)
  await core.close()
})
