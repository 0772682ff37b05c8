import { createHiveGateway } from '@waggle/hive/gateway'
import type { Operation } from '@waggle/hive/operation'
import { type SandboxRole, sandboxPrivateKey } from '@waggle/hive/sandbox/accounts'
import { hiveTime } from '@waggle/hive/sandbox/chain/block'
import { createSandboxChain, type SandboxChain } from '@waggle/hive/sandbox/chain/chain'
import { prepareTransaction, signTransaction } from '@waggle/hive/transaction'
import { pino } from 'pino'
import { startTestNode } from '../../../../../packages/hive/src/sandbox/testing/test-node.ts'
import { type AnnouncerContext, announceOnce } from '../../core/announcements/announcer.ts'
import { openPoster } from '../../core/announcements/poster.ts'
import { saveAnnouncementSettings } from '../../db/announcements/announcement-settings.ts'
import { endBroadcast, insertBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { noSettings } from '../core/no-settings.ts'
import { removeFolder, temporaryFolder } from '../engines/private-process.ts'

export const publicUrl = 'https://live.example'

/** A database, a sandbox chain behind a node that can misbehave, and an announcer, with a common clock that the test moves by default. */
export async function startChainSite(clock?: () => number) {
  let nowMs = Date.now()
  const now = clock ?? (() => nowMs)
  const dataDir = await temporaryFolder('announcing')
  const db = await openDatabase({ dataDir })
  const chain = createSandboxChain({ now })
  const node = await startTestNode(chain)
  const lost: string[] = []
  const gateway = () => createHiveGateway({ nodes: [node.url], agreement: 1, now, fetch: loseAnswers })

  async function loseAnswers(...[address, init]: Parameters<typeof fetch>): Promise<Response> {
    const response = await fetch(address, init)
    const index = lost.findIndex((method) => String(init?.body).includes(method))
    if (index < 0) return response
    lost.splice(index, 1)
    throw new TypeError('The connection broke after the node had heard the question')
  }

  const context: AnnouncerContext = {
    settings: noSettings,
    db,
    hive: gateway(),
    poster: await openPoster({ chain: 'sandbox', posterAccount: 'waggle' }),
    publicUrl,
    log: pino({ level: 'silent' }),
    now,
  }

  return {
    chain,
    node,
    /** Methods whose next answer is lost, once each. */
    lost,
    db,
    dataDir,
    context,
    now,
    wait(seconds: number) {
      nowMs += seconds * 1000
    },
    /** One run of the announcer, as a process makes it that has just started. */
    async step() {
      context.hive.close()
      context.hive = gateway()
      await announceOnce(context)
    },
    posts: (author: string) => [...chain.state.posts.values()].filter((post) => post.author === author),
    async close() {
      context.hive.close()
      await db.destroy()
      await node.close()
      await removeFolder(dataDir)
    },
  }
}

export type ChainSite = Awaited<ReturnType<typeof startChainSite>>

/** Starts a broadcast of a channel that has announcements on and has granted posting authority. */
export async function goLive(
  { db, now }: { db: Db; now(): number },
  id: string,
  username: string,
  settings: Partial<Parameters<typeof saveAnnouncementSettings>[2]> = {},
): Promise<void> {
  const usual = { isEnabled: true, community: null, tags: ['live'], declinesRewards: false, beneficiaryPercent: 0 }
  await saveAnnouncementSettings(db, username, { ...usual, ...settings }, now())
  const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
  await insertBroadcast(db, { id, username, startedAtMs: now(), playlists })
}

export async function endNow({ db, now }: { db: Db; now(): number }, id: string): Promise<void> {
  await endBroadcast(db, id, now(), now())
}

/** Adds the poster to the account's posting authority, as the wallet does. A weight of 0 removes it. */
export async function grant(chain: SandboxChain, username: string, weight = 1, poster = 'waggle'): Promise<void> {
  const { posting, memoKey } = chain.state.accounts.get(username)!
  const others = posting.account_auths.filter(([name]) => name !== poster)
  const account_auths = weight > 0 ? [...others, [poster, weight] as [string, number]] : others
  await act(chain, username, 'active', [
    'account_update',
    { account: username, posting: { ...posting, account_auths }, memo_key: memoKey, json_metadata: '' },
  ])
}

/** Signs operations with the account's key and broadcasts them. */
export async function act(
  chain: SandboxChain,
  username: string,
  role: SandboxRole,
  operation: Operation,
): Promise<void> {
  const { number, id, timeMs } = chain.headBlock()
  const head = { head_block_number: number, head_block_id: id, time: hiveTime(timeMs) }
  chain.broadcast(
    await signTransaction(prepareTransaction(head, [operation]), [sandboxPrivateKey(username, role)], chain.chainId),
  )
}
