import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTwoProcesses } from '../../testing/engines/two-processes.ts'
import { signAs, startTestSite, type TestSite } from '../../testing/site.ts'
import { waitFor } from '../../testing/wait-for.ts'

/** What the site promises; a shared machine may pause as long again. */
const inEffectWithinMs = 2000
const machinePauseMs = 3000

let site: Awaited<ReturnType<typeof startTwoProcesses<TestSite>>>
let first: TestSite

beforeAll(async () => {
  site = await startTwoProcesses((env) => startTestSite({ env }))
  first = site.first
})
afterAll(async () => {
  await site?.close()
})

it('[SITE-1] a change is in effect on every process within two seconds, without a restart', async () => {
  const token = await first.signIn('alice')
  const { challenge } = (await first.request('GET', '/api/auth/challenge?purpose=operate&username=alice')).json
  const body = { username: 'alice', challenge, signature: await signAs('alice', challenge) }
  await first.request('POST', '/api/operate/rights', { token, body })
  const nameThere = async () =>
    ((await (await fetch(`${site.secondUrl}/site.webmanifest`)).json()) as { name: string }).name
  expect(await nameThere()).toBe('Waggle')
  const pageThere = async () => (await fetch(`${site.secondUrl}/pages/rules`)).status
  expect(await pageThere()).toBe(404)

  const settings = { name: 'Bees', pages: [{ address: 'rules', title: '', text: '# Be kind' }] }
  const startedMs = Date.now()
  const saved = await first.request('PUT', '/api/operate/site', { token, body: { settings, revisions: {} } })
  expect(saved.status).toBe(200)
  await waitFor('the name on the other process', async () => ((await nameThere()) === 'Bees' ? true : undefined))
  expect(Date.now() - startedMs).toBeLessThan(inEffectWithinMs + machinePauseMs)
  const policy = (await fetch(`${site.secondUrl}/`)).headers.get('content-security-policy')
  expect(policy).toContain("frame-src 'self'")
  expect(((await (await fetch(`${site.secondUrl}/api/site/pages/rules`)).json()) as { text: string }).text).toBe(
    '# Be kind',
  )
})
