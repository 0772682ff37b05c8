import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveChannel } from '../../db/accounts/channels.ts'
import { findAnnouncement } from '../../db/announcements/announcements.ts'
import { saveCheckpoint } from '../../db/broadcasts/broadcasts.ts'
import { recordPeakViewers } from '../../db/broadcasts/peak-viewers.ts'
import { saveRecordingChoices } from '../../db/recordings/recordings.ts'
import { act, type ChainSite, endNow, goLive, grant, startChainSite } from '../../testing/announcements/chain-site.ts'
import { insertRecording } from '../../testing/core/recorded-broadcast.ts'
import { announcementBody } from './announcement-post.ts'

const id = 'k3f9x2m7q1w8e5r4t6y0'
const later = 'a1b2c3d4e5f6g7h8i9j0'
const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }

let site: ChainSite
let hasEnded = false

beforeEach(async () => {
  hasEnded = false
  site = await startChainSite()
})
afterEach(() => site?.close())

/** Runs the announcer every two seconds while the broadcast continues. */
async function steps(count: number, broadcastId = id) {
  for (let round = 0; round < count; round += 1) {
    await site.step()
    site.wait(2)
    const state = { lastMediaAtMs: site.now(), awaySinceMs: null, playlists }
    const row = await findAnnouncement(site.db, broadcastId)
    if (row?.state === 'waiting' && !hasEnded) await saveCheckpoint(site.db, broadcastId, state)
  }
}

async function end() {
  hasEnded = true
  await endNow(site, id)
}

const standing = async (broadcastId = id) => {
  const row = await findAnnouncement(site.db, broadcastId)
  return row && { state: row.state, problem: row.problem }
}

describe('an announcement', () => {
  it('is one post of the streamer, made by the poster, and ends as a summary of the broadcast', async () => {
    await grant(site.chain, 'alice')
    await saveChannel(
      site.db,
      {
        username: 'alice',
        title: 'Bees ✓',
        description: 'All about bees',
        category: 'Education',
        language: 'en',
        tags: [],
      },
      site.now(),
    )
    await goLive(site, id, 'alice', { tags: ['bees', 'live'] })
    await steps(2)
    const [post, ...others] = site.posts('alice')
    expect(others).toEqual([])
    expect(post).toMatchObject({ permlink: `live-${id}`, title: 'Bees ✓', parentPermlink: 'bees', parentAuthor: '' })
    expect(post?.body).toContain('https://live.example/watch?user=alice')
    expect(post?.body).toContain('All about bees')
    expect(JSON.parse(post!.jsonMetadata)).toMatchObject({ tags: ['bees', 'live'], live: { streamId: id } })
    expect(await standing()).toEqual({ state: 'published', problem: null })

    await recordPeakViewers(site.db, id, 41)
    await recordPeakViewers(site.db, id, 7)
    site.wait(95 * 60 - 4)
    await end()
    await steps(4)
    expect(site.posts('alice')).toHaveLength(1)
    expect(site.posts('alice')[0]?.body).toContain('was live on Waggle for 1 h 35 min.')
    expect(site.posts('alice')[0]?.body).toContain('41 viewers')
    expect(site.posts('alice')[0]?.parentPermlink).toBe('bees')
    expect(await standing()).toEqual({ state: 'finished', problem: null })
    const sent = site.chain.history.filter(({ operation }) => operation[0] === 'comment')
    expect(sent).toHaveLength(2)
    await steps(5)
    expect(site.chain.history.filter(({ operation }) => operation[0] === 'comment')).toHaveLength(2)
  })

  it.each([
    ['links the recording in its summary', true],
    ['does not link a recording that its channel has not published', false],
  ])('[POST-6] %s', async (_, isPublic) => {
    await grant(site.chain, 'alice')
    await goLive(site, id, 'alice', { tags: ['bees'] })
    await steps(2)
    await insertRecording(site.db, { id, startedAtMs: site.now() })
    await saveRecordingChoices(site.db, id, { isPublic })
    await end()
    await steps(4)
    const body = site.posts('alice')[0]?.body
    expect(body).toContain('was live on Waggle for')
    expect(body?.includes(`https://live.example/replay/${id}`)).toBe(isPublic)
  })

  it('is not made for a channel that has announcements off', async () => {
    await grant(site.chain, 'alice')
    await goLive(site, id, 'alice', { isEnabled: false })
    await steps(2)
    expect(site.posts('alice')).toEqual([])
    expect(await standing()).toBeUndefined()
  })

  it('[MEMBER-7] is not made while the site is private, and is made once it is public again', async () => {
    await grant(site.chain, 'alice')
    let isPrivate = true
    site.context.isPaused = () => isPrivate
    await goLive(site, id, 'alice')
    await steps(2)
    expect(site.posts('alice')).toEqual([])
    isPrivate = false
    await steps(2)
    expect(site.posts('alice')).toHaveLength(1)
  })

  it('goes to the community and pays out as the streamer chose', async () => {
    await Promise.all(['alice', 'bob', 'carol'].map((name) => grant(site.chain, name)))
    await goLive(site, id, 'alice', { community: 'hive-123456' })
    await goLive(site, later, 'bob', { beneficiaryPercent: 5 })
    await goLive(site, 'c'.repeat(20), 'carol', { declinesRewards: true, beneficiaryPercent: 5 })
    await steps(2)
    const usual = { maxAcceptedHbd: 1_000_000_000, beneficiaries: [] }
    expect(site.posts('alice')).toMatchObject([{ ...usual, parentPermlink: 'hive-123456' }])
    expect(site.posts('bob')).toMatchObject([{ ...usual, beneficiaries: [{ account: 'waggle', weight: 500 }] }])
    expect(site.posts('carol')).toMatchObject([{ maxAcceptedHbd: 0, beneficiaries: [] }])
  })

  it('needs posting authority: without enough weight it reports the problem, and it is made after a grant', async () => {
    await goLive(site, id, 'alice')
    await steps(2)
    expect(site.posts('alice')).toEqual([])
    expect(await standing()).toEqual({ state: 'waiting', problem: 'no_authority' })
    const { posting } = site.chain.state.accounts.get('alice')!
    posting.weight_threshold = 2
    posting.key_auths = [[posting.key_auths[0]![0], 2]]
    await grant(site.chain, 'alice', 1)
    await steps(10)
    expect(await standing()).toEqual({ state: 'waiting', problem: 'no_authority' })
    await grant(site.chain, 'alice', 2)
    await steps(10)
    expect(site.posts('alice')).toHaveLength(1)
  })

  it('is not made after the authority was revoked, and is abandoned when the broadcast ends', async () => {
    await grant(site.chain, 'alice')
    await grant(site.chain, 'alice', 0)
    await goLive(site, id, 'alice')
    await steps(2)
    await end()
    await steps(10)
    expect(site.posts('alice')).toEqual([])
    expect(await standing()).toEqual({ state: 'abandoned', problem: 'no_authority' })
  })

  it('waits five minutes after any other post of the account, by any application', async () => {
    await grant(site.chain, 'alice')
    const other = { parent_author: '', parent_permlink: 'x', author: 'alice', permlink: 'other' }
    await act(site.chain, 'alice', 'posting', ['comment', { ...other, title: 'T', body: 'B', json_metadata: '{}' }])
    site.wait(3)
    await goLive(site, id, 'alice')
    await steps(1)
    expect(await standing()).toEqual({ state: 'waiting', problem: 'five_minutes' })
    await steps(144)
    expect(site.posts('alice')).toHaveLength(1)
    await steps(12)
    expect(site.posts('alice')).toHaveLength(2)
    expect(site.node.calls.filter((method) => method === 'condenser_api.broadcast_transaction')).toHaveLength(1)
  })

  it('reports too few resource credits, and is made once there are enough', async () => {
    await grant(site.chain, 'alice')
    const account = () => site.chain.state.accounts.get('alice')!
    const full = account().resourceCredits
    account().resourceCredits = { mana: 0, updatedMs: site.now() }
    await goLive(site, id, 'alice')
    await steps(2)
    expect(await standing()).toEqual({ state: 'waiting', problem: 'not_enough_rc' })
    account().resourceCredits = full
    await steps(31)
    expect(site.posts('alice')).toHaveLength(1)
  })

  it.each(['drop', 'hang', 'html', 'bad-gateway', 'rpc-error'] as const)(
    'survives a node that answers with: %s',
    async (kind) => {
      await grant(site.chain, 'alice')
      site.node.fault = { kind }
      await goLive(site, id, 'alice')
      await site.step()
      expect(await standing()).toEqual({ state: 'waiting', problem: 'hive_unavailable' })
      site.node.fault = undefined
      await steps(4)
      expect(site.posts('alice')).toHaveLength(1)
      expect(await standing()).toEqual({ state: 'published', problem: null })
    },
  )

  it('sends the same transaction again when the answer was lost', async () => {
    await grant(site.chain, 'alice')
    await goLive(site, id, 'alice', { beneficiaryPercent: 1 })
    site.lost.push('broadcast_transaction')
    await site.step()
    expect(site.posts('alice')).toHaveLength(1)
    expect(await standing()).toEqual({ state: 'waiting', problem: 'hive_unavailable' })
    const { sending } = (await findAnnouncement(site.db, id))!
    // A node that lags behind does not have the post yet, and receives the transaction again.
    await site.db.updateTable('announcements').set({ permlink: 'not-there-yet' }).execute()
    site.wait(1)
    await steps(1)
    expect((await findAnnouncement(site.db, id))!.sending).toBe(sending)
    expect(await standing()).toEqual({ state: 'waiting', problem: null })
    await site.db
      .updateTable('announcements')
      .set({ permlink: `live-${id}` })
      .execute()
    await steps(2)
    expect(await standing()).toEqual({ state: 'published', problem: null })
    expect(site.posts('alice')).toHaveLength(1)
    expect(site.node.calls.filter((method) => method === 'condenser_api.broadcast_transaction')).toHaveLength(2)
    expect(site.chain.history.filter(({ operation }) => operation[0] === 'comment')).toHaveLength(1)
  })

  it('reports a key that Hive refuses', async () => {
    await grant(site.chain, 'alice', 1)
    site.chain.state.accounts.get('waggle')!.posting.key_auths = [
      [site.chain.state.accounts.get('bob')!.posting.key_auths[0]![0], 1],
    ]
    await goLive(site, id, 'alice')
    await steps(1)
    expect(await standing()).toEqual({ state: 'waiting', problem: 'poster_key_refused' })
  })

  it('is not edited when the streamer published the post and it was found on the chain', async () => {
    site.context.poster = undefined
    await goLive(site, id, 'alice')
    await steps(1)
    expect(await standing()).toEqual({ state: 'waiting', problem: 'no_poster_key' })
    const own = { parent_author: '', parent_permlink: 'live', author: 'alice', permlink: `live-${id}` }
    await act(site.chain, 'alice', 'posting', ['comment', { ...own, title: 'T', body: 'B', json_metadata: '{}' }])
    await steps(9)
    expect(await standing()).toEqual({ state: 'published', problem: null })
  })
})

it('[SITE-8] the name of the site is text in the post, whatever it is', () => {
  const broadcast = { id: 'k3f9x2m7q1w8e5r4t6y0', username: 'alice' } as never
  const siteName = '[Bees](https://evil.example) **<b>'
  const body = announcementBody({ broadcast, publicUrl: 'https://live.example', siteName })
  expect(body).toContain(String.raw`live now on \[Bees\]\(https://evil.example\) \*\*\<b\>: watch at`)
})
