import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SessionRow } from '../../db/accounts/sessions.ts'
import { findSession } from '../../db/accounts/sessions.ts'
import { openSession, sessionOfToken } from '../../http/sessions/sessions.ts'
import { createMemoryState } from '../../shared-state/memory.ts'
import { type ChainSite, startChainSite } from '../../testing/announcements/chain-site.ts'
import { trustedSessions } from '../../testing/core/trusted-sessions.ts'
import type { ChatContext } from '../context.ts'
import { watchSessions } from './session-watch.ts'
import type { Subscriber } from './subscriber.ts'

let site: ChainSite

beforeAll(async () => {
  site = await startChainSite()
})
afterAll(() => site?.close())

async function setUp() {
  const checked: string[] = []
  const context = {
    db: site.db,
    log: site.context.log,
    now: site.now,
    state: createMemoryState(site.now),
    ...trustedSessions,
    sessionKeys: {
      async isValid({ username }: SessionRow) {
        checked.push(username)
        return true
      },
    },
  }
  const subscribers: Subscriber[] = []
  const ended: string[] = []
  async function join(username: string, role: Subscriber['role'] = 'user'): Promise<SessionRow> {
    const { token } = await openSession(context, { username, publicKey: 'STM1' })
    const session = (await sessionOfToken(context, token))!
    const endSession = () => ended.push(username)
    subscribers.push({ session, username, role, endSession, coalesce: true, alerts: false } as unknown as Subscriber)
    return session
  }
  const watch = await watchSessions(context as unknown as ChatContext, { subscribers: () => subscribers })
  return { checked, context, ended, join, watch }
}

it('[AUTH-25] ends the sockets of sessions that were ended or expired unnoticed', async () => {
  const { ended, join, watch } = await setUp()
  await join('old')
  site.wait(29 * 24 * 60 * 60)
  const { tokenHash } = await join('deleted')
  for (let n = 0; n < 1100; n += 1) await join(`user-${n}`)
  await watch.check()
  expect(ended).toEqual([])
  site.wait(24 * 60 * 60)
  await site.db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
  await watch.check()
  expect(ended).toEqual(['old', 'deleted'])
  expect(await findSession(site.db, tokenHash, site.now())).toBeUndefined()
  await watch.close()
})

it('[AUTH-24] checks the keys of those who moderate, whose sockets receive the log', async () => {
  const { checked, join, watch } = await setUp()
  await join('viewer')
  await join('mod', 'moderator')
  await join('owner', 'owner')
  await watch.check()
  expect(checked).toEqual(['mod', 'owner'])
  await watch.close()
})

it('[AUTH-25] ends the sockets of the sessions that another process has ended', async () => {
  const { context, ended, join, watch } = await setUp()
  await join('stays')
  const { id } = await join('ends')
  await context.state.publish('sessions-ended', { ids: [id] })
  await expect.poll(() => ended).toEqual(['ends'])
  await watch.close()
})
