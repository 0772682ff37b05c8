import { type ActionReason, type ActionScope, scopesOfKind } from '@waggle/contract/operating/actions'
import type { Db } from '../../db/open.ts'
import { listForbiddenAddresses } from '../../db/operating/encoder-addresses.ts'
import {
  listActionsInEffect,
  listChangedActions,
  listEndedStreams,
  type SiteActionRow,
} from '../../db/operating/site-actions.ts'
import type { Log } from '../../lib/log.ts'
import { addressGroup, addressNetwork } from '../../lib/network/address-group.ts'
import { startPeriodicTask } from '../../lib/periodic-task.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'

/** In effect on every process within two seconds, also where a message between them is lost. */
const readIntervalMs = 1000
/** The clocks of the site's machines may differ by half a minute. */
const overlapMs = 60_000

/** What keeps an account from something. */
export interface Measure {
  reason: ActionReason
  /** Null: until it is undone. */
  untilMs: number | null
}

/** What the people who run the site have done, as far as it is in effect. Every process has all of it in memory. */
export interface SiteMeasures {
  /** What keeps the account from this now: of several, what lasts longest. */
  find(username: string, scope: ActionScope): Measure | undefined
  /** What keeps every encoder of this address from publishing. */
  findAddress(address: string): Measure | undefined
  /** Whether this broadcast was ended. Nothing of it is shown then, also when its channel may broadcast again. */
  hasEnded(streamId: string): boolean
  /** Called after a change. */
  onChange(listener: () => void): void
  /** Reads what has changed, and tells the other processes. */
  announce(): Promise<void>
  close(): Promise<void>
}

interface MeasuresContext {
  db: Db
  state: Pick<SharedState, 'publish' | 'subscribe'>
  log: Log
  now(): number
}

export async function openSiteMeasures({ db, state, log, now }: MeasuresContext): Promise<SiteMeasures> {
  const byUsername = new Map<string, Map<string, SiteActionRow>>()
  const endedStreams = new Set(await listEndedStreams(db))
  let forbidden = await listForbiddenAddresses(db, now())
  const listeners: (() => void)[] = []
  let readUntilMs = now()

  function apply(action: SiteActionRow): void {
    if (action.kind === 'end-broadcast' && action.streamId !== null) {
      if (action.undoneAtMs === null) endedStreams.add(action.streamId)
      else endedStreams.delete(action.streamId)
    }
    const actions = byUsername.get(action.username) ?? new Map<string, SiteActionRow>()
    if (action.undoneAtMs === null && scopesOfKind[action.kind]) actions.set(action.id, action)
    else actions.delete(action.id)
    if (actions.size > 0) byUsername.set(action.username, actions)
    else byUsername.delete(action.username)
  }

  async function read(): Promise<void> {
    const startedAtMs = now()
    const changed = await listChangedActions(db, readUntilMs - overlapMs)
    readUntilMs = startedAtMs
    for (const action of changed) apply(action)
    if (changed.some(({ kind }) => kind === 'forbid-address')) forbidden = await listForbiddenAddresses(db, startedAtMs)
    if (changed.length > 0) for (const listener of listeners) listener()
  }

  const onError = (error: unknown) => log.warn({ error }, 'could not read what the site has decided; trying again')
  for (const action of await listActionsInEffect(db)) apply(action)
  await state.subscribe('site-action', () => void read().catch(onError))
  const task = startPeriodicTask(read, { pauseMs: readIntervalMs, onError, isBackground: true })

  return {
    find(username, scope) {
      const nowMs = now()
      const found = [...(byUsername.get(username)?.values() ?? [])].filter(
        ({ kind, untilMs }) => scopesOfKind[kind]?.includes(scope) && (untilMs === null || untilMs > nowMs),
      )
      const longest = found.toSorted((one, other) => endOf(other) - endOf(one))[0]
      return longest && { reason: longest.reason ?? 'other', untilMs: longest.untilMs }
    },
    findAddress(address) {
      const nowMs = now()
      const places = [addressGroup(address), addressNetwork(address)]
      return forbidden.find(
        ({ address: place, untilMs }) => places.includes(place) && (untilMs === null || untilMs > nowMs),
      )
    },
    hasEnded: (streamId) => endedStreams.has(streamId),
    onChange(listener) {
      listeners.push(listener)
    },
    async announce() {
      await read()
      // The others read by themselves too.
      await state.publish('site-action', {}).catch(onError)
    },
    close: () => task.close(),
  }
}

function endOf({ untilMs }: SiteActionRow): number {
  return untilMs ?? Number.POSITIVE_INFINITY
}
