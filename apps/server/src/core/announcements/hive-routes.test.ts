import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findPeakViewers, recordPeakViewers } from '../../db/broadcasts/peak-viewers.ts'
import { viewersGroup } from '../../http/viewer-count.ts'
import { act, type ChainSite, endNow, goLive, grant, startChainSite } from '../../testing/announcements/chain-site.ts'
import { startCoreRoutes } from '../../testing/core/core-routes.ts'
import { streamRoutes } from '../channels/streams.ts'
import type { CoreContext } from '../context.ts'
import { recordStats } from '../stats/stats-recorder.ts'
import { announcementRoutes } from './announcements.ts'
import { postingAuthorityRoutes } from './posting-authority.ts'
import { streamPostRoutes } from './stream-posts.ts'

const id = 'k3f9x2m7q1w8e5r4t6y0'
let site: ChainSite
let core: Awaited<ReturnType<typeof startCoreRoutes>>

function register(app: FastifyInstance, context: CoreContext): void {
  postingAuthorityRoutes(app, context)
  announcementRoutes(app, context)
  streamPostRoutes(app, context)
  streamRoutes(app, context)
}

beforeEach(async () => {
  site = await startChainSite()
  core = await startCoreRoutes(site, register)
})
afterEach(async () => {
  await core?.close()
  await site?.close()
})

async function publish() {
  await grant(site.chain, 'alice')
  await goLive(site, id, 'alice')
  await site.step()
  site.wait(3)
  await site.step()
  core.context.hive = site.context.hive
}

it('[POST-2] reports whether the poster may post: its weight must reach the threshold', async () => {
  const path = '/api/hive/authority/@Alice'
  const unknown = { username: 'alice', posterAccount: 'waggle', weightThreshold: 1, isGranted: false, isListed: false }
  expect((await core.request('GET', path)).json).toEqual(unknown)
  await grant(site.chain, 'alice')
  expect((await core.request('GET', path)).json).toEqual({ ...unknown, isGranted: true, isListed: true })
  const { posting } = site.chain.state.accounts.get('alice')!
  posting.weight_threshold = 2
  expect((await core.request('GET', path)).json).toMatchObject({ isGranted: false, isListed: true, weightThreshold: 2 })
  expect((await core.request('GET', '/api/hive/authority/nobody-here')).json.code).toBe('account_not_found')
  site.node.fault = { kind: 'html' }
  expect(await core.request('GET', path)).toMatchObject({ status: 503, json: { code: 'hive_unavailable' } })
})

it("shows a post's votes, their value, and the time of the payout", async () => {
  await publish()
  const path = `/api/hive/posts/alice/live-${id}`
  expect((await core.request('GET', '/api/streams/info/alice')).json.permlink).toBe(`live-${id}`)
  const before = (await core.request('GET', `${path}?voter=bob`)).json
  expect(before).toMatchObject({ votes: 0, pendingPayout: '0.000 HBD', paidOut: null, vote: null })
  expect(before.payoutInMs).toBeGreaterThan(7 * 86_400_000 - 10_000)
  expect(before.payoutInMs).toBeLessThanOrEqual(7 * 86_400_000)

  await act(site.chain, 'bob', 'posting', [
    'vote',
    { voter: 'bob', author: 'alice', permlink: `live-${id}`, weight: 5000 },
  ])
  site.wait(4)
  const voted = (await core.request('GET', `${path}?voter=bob`)).json
  // In the sandbox, a full vote is worth half an HBD.
  expect(voted).toMatchObject({ votes: 1, vote: 50, pendingPayout: '0.249 HBD' })
  expect((await core.request('GET', `${path}?voter=carol`)).json.vote).toBeNull()

  await endNow(site, id)
  site.wait(7 * 86_400)
  const paid = (await core.request('GET', `${path}?voter=bob`)).json
  expect(paid).toMatchObject({ votes: 1, vote: 50, pendingPayout: '0.000 HBD', paidOut: '0.249 HBD', payoutInMs: null })
})

it('shows only the posts of its own broadcasts', async () => {
  const other = { parent_author: '', parent_permlink: 'x', author: 'alice', permlink: 'other' }
  await act(site.chain, 'alice', 'posting', ['comment', { ...other, title: 'T', body: 'B', json_metadata: '{}' }])
  for (const path of ['/api/hive/posts/alice/other', '/api/hive/posts/alice/none', `/api/hive/posts/alice/live-${id}`])
    expect(await core.request('GET', path)).toMatchObject({ status: 404, json: { message: 'Stream post not found' } })
  expect(site.node.calls.filter((method) => method.includes('get_content'))).toEqual([])
})

it('reads a post once per block, however many requests arrive', async () => {
  await publish()
  const before = site.node.calls.filter((method) => method === 'condenser_api.get_content').length
  await Promise.all(Array.from({ length: 50 }, () => core.request('GET', `/api/hive/posts/alice/live-${id}`)))
  expect(site.node.calls.filter((method) => method === 'condenser_api.get_content')).toHaveLength(before + 1)
})

it('keeps announcement settings for their owner, and announcements off by default', async () => {
  const path = '/api/channels/my-channel/announcements'
  expect((await core.request('GET', path)).json.code).toBe('authentication_required')
  const token = await core.session('alice')
  const first = (await core.request('GET', path, { token })).json
  expect(first).toMatchObject({
    settings: { isEnabled: false, beneficiaryPercent: 0, declinesRewards: false },
    latest: null,
  })
  const settings = {
    isEnabled: true,
    community: 'hive-123456',
    tags: ['a-b', 'cc'],
    declinesRewards: true,
    beneficiaryPercent: 3,
  }
  expect((await core.request('PUT', path, { token, body: settings })).json.settings).toEqual(settings)
  expect((await core.request('GET', path, { token })).json.settings).toEqual(settings)
  expect((await core.request('GET', path, { token: await core.session('bob') })).json.settings).toEqual(first.settings)
  for (const wrong of [
    { tags: ['A'] },
    { tags: Array(9).fill('aa') },
    { community: 'hive-9' },
    { beneficiaryPercent: 101 },
    { beneficiaryPercent: 0.5 },
    { isEnabled: 'yes' },
  ])
    expect((await core.request('PUT', path, { token, body: { ...settings, ...wrong } })).status).toBe(400)
})

it('explains why a broadcast is not announced', async () => {
  await goLive(site, id, 'alice')
  await site.step()
  const { latest } = (
    await core.request('GET', '/api/channels/my-channel/announcements', { token: await core.session('alice') })
  ).json
  expect(latest).toMatchObject({ streamId: id, state: 'waiting', problem: 'no_authority' })
  expect(latest.message).toContain('@waggle has no posting authority')
})

it('gives the streamer the draft to publish, and finds the post on the chain instead of trusting the page', async () => {
  const token = await core.session('alice')
  const path = '/api/channels/my-channel/announcements/draft'
  expect((await core.request('POST', path, { token })).json.code).toBe('not_live')
  await goLive(site, id, 'alice', { isEnabled: false, declinesRewards: true })
  const draft = (await core.request('POST', path, { token })).json
  expect(draft).toMatchObject({ permlink: `live-${id}`, parentPermlink: 'live' })
  expect(JSON.parse(draft.commentOptions)).toMatchObject({ max_accepted_payout: '0.000 HBD', author: 'alice' })
  await site.step()
  expect((await core.request('GET', '/api/streams/info/alice')).json.permlink).toBeNull()
  expect(site.posts('alice')).toEqual([])
  const { title, body, parentPermlink: parent_permlink, jsonMetadata: json_metadata, permlink } = draft
  await act(site.chain, 'alice', 'posting', [
    'comment',
    { parent_author: '', parent_permlink, author: 'alice', permlink, title, body, json_metadata },
  ])
  site.wait(4)
  await site.step()
  expect((await core.request('GET', '/api/streams/info/alice')).json.permlink).toBe(`live-${id}`)
  expect((await core.request('POST', path, { token })).json.code).toBe('already_announced')
})

it('announces by itself after the streamer has withdrawn the draft, if announcements are on', async () => {
  const [asked, unasked] = [await core.session('alice'), await core.session('bob')]
  const path = '/api/channels/my-channel/announcements/draft'
  await grant(site.chain, 'alice')
  await grant(site.chain, 'bob')
  site.wait(4)
  await goLive(site, id, 'alice')
  await goLive(site, 'a1b2c3d4e5f6g7h8i9j0', 'bob', { isEnabled: false })
  for (const token of [asked, unasked]) await core.request('POST', path, { token })
  await site.step()
  site.wait(4)
  await site.step()
  const left = (await core.request('GET', '/api/channels/my-channel/announcements', { token: asked })).json.latest
  expect(left).toMatchObject({ state: 'waiting', problem: null, isLeftToStreamer: true })
  expect(site.posts('alice')).toEqual([])
  for (const token of [asked, unasked]) {
    expect((await core.request('DELETE', path, { token })).json.latest).toBeNull()
    expect((await core.request('DELETE', path, { token })).status).toBe(200)
  }
  await site.step()
  site.wait(4)
  await site.step()
  expect(site.posts('alice')).toHaveLength(1)
  expect(site.posts('bob')).toEqual([])
  expect((await core.request('DELETE', path, { token: asked })).json.latest).toMatchObject({ state: 'published' })
})

it('records the peak viewers of a broadcast', async () => {
  await goLive(site, id, 'alice')
  const { presence } = core.context.state
  for (const viewer of ['a', 'b', 'c']) await presence.touch(viewersGroup(id), viewer, site.now() + 30_000)
  await recordStats(core.context)
  site.wait(31)
  await presence.touch(viewersGroup(id), 'a', site.now() + 30_000)
  await recordStats(core.context)
  await recordPeakViewers(site.db, id, 2)
  expect(await findPeakViewers(site.db, id)).toBe(3)
})
