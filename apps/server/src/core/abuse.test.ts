import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Announcing, goLive, startAnnouncing } from '../testing/announcing.ts'
import { startCoreRoutes } from '../testing/core-routes.ts'
import { signAs } from '../testing/site.ts'
import { authRoutes } from './auth.ts'
import { hlsAccessRoutes } from './hls-access.ts'

const streamId = 'k3f9x2m7q1w8e5r4t6y0'
let site: Announcing

beforeAll(async () => {
  site = await startAnnouncing()
})
afterAll(() => site?.close())

it('[T1] accepts one of 1,000 parallel replays of one good signature, whoever sends them', {
  timeout: 60_000,
}, async () => {
  // Without the rate limits, which would refuse most of them before they could win.
  const core = await startCoreRoutes(site, authRoutes, { limited: false })
  // The chain's answer is asked for once: a thousand calls at a time would be a test of the node, not of us.
  const posting = await site.context.hive.getPostingAuthority('bob')
  core.context.hive = { ...site.context.hive, getPostingAuthority: async () => posting }
  const { challenge } = (await core.request('GET', '/api/auth/challenge?username=bob')).json
  const body = { username: 'bob', challenge, signature: await signAs('bob', challenge) }
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, index) =>
      core.request('POST', '/api/auth/hive', { body, address: `10.1.${index >> 8}.${index & 255}` }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ json }) => json.code === 'challenge_used')).toHaveLength(999)
  const sessions = await site.db.selectFrom('sessions').select('token_hash').where('username', '=', 'bob').execute()
  expect(sessions).toHaveLength(1)
  await core.close()
})

it('[T8] gives a caller 30 stream tokens a minute and no more; others and other calls go on', {
  timeout: 60_000,
}, async () => {
  const core = await startCoreRoutes(site, (app, context) => {
    hlsAccessRoutes(app, context)
    authRoutes(app, context)
  })
  await goLive(site, streamId, 'alice')
  const path = `/api/hls/token/${streamId}`
  const answers: { status: number }[] = []
  for (let round = 0; round < 8; round += 1)
    answers.push(...(await Promise.all(Array.from({ length: 250 }, () => core.request('POST', path)))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1970)
  expect((await core.request('POST', path, { address: '10.0.0.2' })).status).toBe(200)
  expect((await core.request('GET', '/api/auth/challenge')).status).toBe(200)
  await core.close()
})
