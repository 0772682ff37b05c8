import type { ChatConfig, ChatConfigUpdate } from '@waggle/contract/chat/entities'
import type { Api } from '../../../lib/api/api.ts'
import { type ActionOutcome, createModerationCalls } from '../../../lib/chat-room/moderation-calls.ts'
import type { OpenRoom, RoomListener } from '../../../lib/chat-room/room.ts'
import { createStore } from '../../../lib/store/store.ts'
import { callAcrossRenewals } from '../../../session/call-in-session.ts'
import type { SessionStore } from '../../../session/session-store.ts'
import { createModerationRecords } from './moderation-records.ts'
import { initialState, type ModerationState } from './moderation-state.ts'
import { createRecentMessages } from './recent-messages.ts'

export type ModerationStore = ReturnType<typeof createModerationStore>

/** The lists do not wait longer than this for the room to be joined. */
const loadWithoutRoomAfterMs = 2000

/** The moderation of the user's own channel, kept up to date by its room. Independent of any framework. */
export function createModerationStore({
  api,
  channel,
  openRoom,
  session,
}: {
  api: Api
  channel: string
  openRoom: OpenRoom
  session: Pick<SessionStore, 'getState' | 'subscribe' | 'expireIfRefused'>
}) {
  const store = createStore<ModerationState>(initialState)
  const { getState, setState } = store
  const messages = createRecentMessages({ api, channel, store })
  const records = createModerationRecords({ api, channel, session, store })
  const calls = createModerationCalls({
    api,
    channel,
    callInSession: (call) => callAcrossRenewals(session, call),
    screen: 'dashboard',
  })

  async function load(): Promise<void> {
    await Promise.all([messages.load(), records.loadConfig(), records.loadBans(), records.loadLog()])
  }

  const listener: RoomListener = {
    joined() {
      setState({ connection: 'connected' })
      void load()
    },
    disconnected: () => setState({ connection: 'disconnected' }),
    refused() {
      // The room retries every few seconds and may be refused each time: the lists do not wait for it.
      if (getState().phase === 'loading') void load()
    },
    messages: messages.add,
    deleted: messages.remove,
    deletedOf: messages.removeOf,
    restored: messages.restore,
    clearedUpTo: messages.clear,
    configured: records.receiveConfig,
    moderated: () => void records.loadBans(),
    logged(entry) {
      records.receiveLogEntry(entry)
      if (entry.action === 'settings') void records.loadConfig()
    },
  }

  /** Without a room, nothing reports the new log entry: the log is loaded again. */
  async function logged<Outcome extends ActionOutcome>(action: Promise<Outcome>): Promise<Outcome> {
    const outcome = await action
    if (outcome.ok && getState().connection !== 'connected') void records.loadLog()
    return outcome
  }

  /** Loads bans and config again after an action that changes them, because the room may not be connected. */
  async function refreshing(action: Promise<ActionOutcome>): Promise<ActionOutcome> {
    const outcome = await logged(action)
    if (outcome.ok) void Promise.all([records.loadBans(), records.loadConfig()])
    return outcome
  }

  return {
    getState,
    subscribe: store.subscribe,
    /** Joins the room and loads. Returns a function that stops both. */
    start(): () => void {
      const room = openRoom(channel, session.getState().token, listener)
      const stopSession = session.subscribe(() => room.rejoin(session.getState().token))
      const timer = setTimeout(() => {
        if (getState().connection !== 'connected') void load()
      }, loadWithoutRoomAfterMs)
      return () => {
        clearTimeout(timer)
        stopSession()
        room.close()
      }
    },
    reload(): void {
      setState({ phase: 'loading' })
      void load()
    },
    loadBans: () => void records.loadBans(),
    loadOlderLog: records.loadOlderLog,
    /** Shows the change at once, saves it, and rolls it back if the server refuses it (rule MOD-2). */
    async changeConfig(update: ChatConfigUpdate): Promise<ActionOutcome> {
      const previous = getState().config
      if (previous) setState({ config: { ...previous, ...update } as ChatConfig })
      const { ok, message, config } = await logged(calls.updateConfig(update))
      if (config) setState({ config })
      const current = getState().config
      if (!ok && previous && current) setState({ config: rolledBack(current, update, previous) })
      return { ok, message }
    },
    async deleteMessage(messageId: string): Promise<ActionOutcome> {
      const outcome = await logged(calls.deleteMessage(messageId))
      if (outcome.ok) messages.remove(messageId)
      return outcome
    },
    timeOut: (username: string, seconds: number, reason: string) =>
      refreshing(calls.timeOut(username, seconds, reason)),
    ban: (username: string, reason: string) => refreshing(calls.ban(username, reason)),
    unban: (username: string) => refreshing(calls.unban(username)),
    addModerator: (username: string) => refreshing(calls.addModerator(username)),
    removeModerator: (username: string) => refreshing(calls.removeModerator(username)),
    revert: (entryId: string) => refreshing(calls.revert(entryId)),
  }
}

/** Restores the fields that `update` set and nobody has changed since. The other fields may be newer than `previous`. */
function rolledBack(config: ChatConfig, update: ChatConfigUpdate, previous: ChatConfig): ChatConfig {
  const keys = (Object.keys(update) as (keyof ChatConfig & keyof ChatConfigUpdate)[]).filter(
    (key) => config[key] === update[key],
  )
  return { ...config, ...Object.fromEntries(keys.map((key) => [key, previous[key]])) }
}
