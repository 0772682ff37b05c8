import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findAnnouncement } from '../../db/announcements/announcements.ts'
import { endBroadcast, saveCheckpoint } from '../../db/broadcasts/broadcasts.ts'
import { fastClock } from '../fast-clock.ts'
import { type ChainSite, goLive, grant, startChainSite } from './chain-site.ts'

const usernames = ['alice', 'bob', 'carol']
const callsMax = 9
const script = join(import.meta.dirname, 'announcer-process.ts')
const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }

interface Killed {
  kills: number
  broadcasts: number
  /** The faults found, a sentence each. */
  faults: string[]
}

/**
 * Announces broadcasts with a process that is killed repeatedly: after a random number of its calls to the chain, which may have taken
 * effect or not, or after a random time. Then checks what is on the chain.
 */
export async function killAnnouncer(kills: number): Promise<Killed> {
  const killed: Killed = { kills: 0, broadcasts: 0, faults: [] }
  while (killed.kills < kills) await oneChain(killed, kills)
  return killed
}

async function oneChain(killed: Killed, kills: number): Promise<void> {
  const epochMs = Date.now()
  const site = await startChainSite(fastClock(epochMs))
  try {
    const ids = usernames.map((name) => `${name}0000000000000000`.slice(0, 20))
    for (const [index, name] of usernames.entries()) {
      await grant(site.chain, name)
      await goLive(site, ids[index]!, name, { beneficiaryPercent: 5 })
    }
    await keepLive(site, ids)
    const isIn = async (...states: string[]) => {
      const rows = await Promise.all(ids.map((id) => findAnnouncement(site.db, id)))
      return rows.every((row) => row && states.includes(row.state))
    }
    const run = async (isDone: () => Promise<boolean>) => {
      while (!(await isDone())) {
        await releaseClaims(site)
        const willBeKilled = killed.kills < kills
        const wasAtWork = await runAnnouncer(site, epochMs, willBeKilled, isDone)
        if (willBeKilled && wasAtWork) killed.kills += 1
      }
    }
    await run(() => isIn('published', 'closing', 'finished'))
    for (const id of ids) await endBroadcast(site.db, id, site.now(), 2 * farAheadMs(site))
    await run(() => isIn('finished'))
    killed.broadcasts += ids.length
    killed.faults.push(...usernames.flatMap((name) => faultsOf(site, name)))
  } finally {
    await site.close()
  }
}

/** Keeps the broadcasts live, however slow the machine is. */
async function keepLive(site: ChainSite, ids: string[]): Promise<void> {
  const state = { lastMediaAtMs: farAheadMs(site), awaySinceMs: null, playlists }
  for (const id of ids) await saveCheckpoint(site.db, id, state)
}

function farAheadMs(site: ChainSite): number {
  return site.now() + 24 * 60 * 60_000
}

/** Releases the rows that a killed process has claimed, as if the minute of the claim had passed. */
async function releaseClaims(site: ChainSite): Promise<void> {
  await site.db.updateTable('announcements').set({ next_attempt_at_ms: 0 }).execute()
}

/** Runs a process until it is done or killed, for at most 3 s. Returns whether it has called the chain. */
async function runAnnouncer(
  site: ChainSite,
  epochMs: number,
  willBeKilled: boolean,
  isDone: () => Promise<boolean>,
): Promise<boolean> {
  const callsBefore = site.node.calls.length
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, site.dataDir, site.node.url, String(epochMs)],
    { stdio: 'inherit' },
  )
  const exited = once(child, 'exit')
  const calls = 1 + Math.floor(Math.random() * callsMax)
  const afterMs = Math.random() * 5
  const deadlineMs = Date.now() + 3000
  if (willBeKilled) {
    while (site.node.calls.length - callsBefore < calls && Date.now() < deadlineMs) await pause(1)
    // Half of the processes are killed at once, before the answer arrives; half a little later, between the database and the next call.
    if (Math.random() < 0.5) await pause(afterMs)
  } else {
    while (Date.now() < deadlineMs && !(await isDone())) await pause(20)
  }
  child.kill('SIGKILL')
  await exited
  return site.node.calls.length > callsBefore
}

/** Checks that there is one post, made once and edited once. */
function faultsOf(site: ChainSite, name: string): string[] {
  const posts = site.posts(name)
  const sent = site.chain.history.filter(({ operation: [kind, body] }) => kind === 'comment' && body.author === name)
  const faults: string[] = []
  if (posts.length !== 1) faults.push(`${name} has ${posts.length} posts`)
  if (sent.length !== 2) faults.push(`${name}'s post was sent ${sent.length} times, not twice`)
  if (!posts[0]?.body.includes('was live on Waggle for')) faults.push(`${name}'s post does not tell of the end`)
  if (posts[0]?.beneficiaries[0]?.weight !== 500) faults.push(`${name}'s post is not shared`)
  return faults
}
