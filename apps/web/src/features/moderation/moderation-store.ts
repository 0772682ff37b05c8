import type { ChatBan, ChatConfig, ChatConfigUpdate, ChatLogEntry, ChatMessage } from '@waggle/contract/chat/entities'
import { limits } from '@waggle/contract/limits'
import type { Api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import type { OpenRoom, RoomListener } from '../../lib/chat-room/room.ts'
import { createStore, type Store } from '../../lib/store/store.ts'
import type { SessionStore } from '../../session/session-store.ts'
import { fill, sentences } from '../../texts/contract/sentences.ts'
import { moderationTexts } from '../../texts/streamer/moderation.ts'

export interface ModerationState {
  /** Of what is loaded when the room is joined. */
  phase: 'loading' | 'loaded' | 'failed'
  connection: 'connecting' | 'connected' | 'disconnected'
  /** The last hundred, oldest first. */
  messages: readonly ChatMessage[]
  /** Null where it could not be had: then all modes are shown as off (spec section 8). */
  config: ChatConfig | null
  /** The last attempt to load the config brought none, or one without what only the owner and moderators are told. */
  hasConfigFailed: boolean
  bans: readonly ChatBan[]
  /** Newest first. */
  log: readonly ChatLogEntry[]
  hasOlderLog: boolean
}

/** The sentence to show in either case; an empty one where what happened can be seen. */
export interface Outcome {
  ok: boolean
  message: string
}

export type ModerationStore = ReturnType<typeof createModerationStore>

const logPage = 30
/** When the socket is that slow, what it would bring is asked for without it. */
const loadWithoutSocketAfterMs = 2000
const { dashboard } = sentences

/** The moderation of one's own channel, live, free of any framework. */
export function createModerationStore({
  api,
  channel,
  openRoom,
  session,
}: {
  api: Api
  channel: string
  openRoom: OpenRoom
  session: Pick<SessionStore, 'getState' | 'subscribe' | 'endIfRefused'>
}) {
  const store = createStore<ModerationState>({
    phase: 'loading',
    connection: 'connecting',
    messages: [],
    config: null,
    hasConfigFailed: false,
    bans: [],
    log: [],
    hasOlderLog: false,
  })
  const params = { channel }
  const token = () => session.getState().token ?? ''
  /** Taken away while an answer may be under way that still has them. */
  const deleted = new Set<string>()
  let isLoadingOlderLog = false

  function show(messages: readonly ChatMessage[]): void {
    const byId = new Map(messages.map((message) => [message.id, message]))
    const all = [...byId.values()].filter(({ id }) => !deleted.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1))
    store.setState({ messages: all.slice(-limits.chatDashboardPageSize) })
  }

  async function loadMessages(): Promise<void> {
    const query = { limit: String(limits.chatDashboardPageSize) }
    try {
      const { messages } = await api('listChatMessages', { params, query })
      const newest = messages.at(-1)?.id ?? ''
      // What the room told of meanwhile is newer than the page; older ones that are not in it were deleted.
      show([...messages, ...store.getState().messages.filter(({ id }) => id > newest)])
      store.setState({ phase: 'loaded' })
    } catch {
      if (store.getState().phase !== 'loaded') store.setState({ phase: 'failed' })
    }
  }

  async function loadConfig(): Promise<void> {
    const config = await api('getChatConfig', { params, token: token() }).catch(() => undefined)
    store.setState({ ...(config && { config }), hasConfigFailed: config?.blockedWords === undefined })
  }

  async function loadBans(): Promise<void> {
    const answer = await api('listChatBans', { params, token: token() }).catch(() => undefined)
    if (answer) store.setState({ bans: answer.bans })
  }

  async function loadLog(): Promise<void> {
    const query = { limit: String(logPage) }
    const answer = await api('listChatLog', { params, query, token: token() }).catch(() => undefined)
    if (answer) store.setState({ log: answer.entries, hasOlderLog: answer.hasMore })
  }

  async function load(): Promise<void> {
    await Promise.all([loadMessages(), loadConfig(), loadBans(), loadLog()])
  }

  const listener: RoomListener = {
    joined() {
      store.setState({ connection: 'connected' })
      void load()
    },
    disconnected: () => store.setState({ connection: 'disconnected' }),
    refused() {
      // The room tries again every few seconds, and may be refused each time: the lists do not wait for it.
      if (store.getState().phase === 'loading') void load()
    },
    messages: (messages) => show([...store.getState().messages, ...messages]),
    deleted(id) {
      deleted.add(id)
      show(store.getState().messages)
    },
    restored(messages) {
      for (const { id } of messages) deleted.delete(id)
      show([...store.getState().messages, ...messages])
    },
    clearedUpTo: (upTo) => show(store.getState().messages.filter(({ id }) => id > upTo)),
    configured(config) {
      // The room is not told of blocked words: they stay until asked for.
      const { blockedWords } = store.getState().config ?? {}
      store.setState({ config: { ...config, ...(blockedWords && { blockedWords }) } })
    },
    moderated: () => void loadBans(),
    logged(entry) {
      const { log } = store.getState()
      const isKnown = log.some(({ id }) => id === entry.id)
      store.setState({ log: isKnown ? log.map((other) => (other.id === entry.id ? entry : other)) : [entry, ...log] })
      if (entry.action === 'settings') void loadConfig()
    },
  }

  /** Only what this change set, and nobody changed since: the rest may be newer than `former`. */
  function takeBack(update: ChatConfigUpdate, former: ChatConfig): void {
    const { config } = store.getState()
    if (!config) return
    const keys = (Object.keys(update) as (keyof ChatConfig & keyof ChatConfigUpdate)[]).filter(
      (key) => config[key] === update[key],
    )
    store.setState({ config: { ...config, ...Object.fromEntries(keys.map((key) => [key, former[key]])) } })
  }

  async function act(call: () => Promise<unknown>, done: string, failed: string): Promise<Outcome> {
    try {
      await call()
      if (store.getState().connection !== 'connected') void loadLog()
      return { ok: true, message: done }
    } catch (error) {
      session.endIfRefused(error)
      return { ok: false, message: error instanceof ApiError && error.code ? error.message : failed }
    }
  }

  /** As `act`; the lists follow even where no room tells what changed. */
  async function moderate(call: () => Promise<unknown>, done: string, failed: string): Promise<Outcome> {
    const outcome = await act(call, done, failed)
    if (outcome.ok) void Promise.all([loadBans(), loadConfig()])
    return outcome
  }

  const { getState, subscribe }: Store<ModerationState> = store
  return {
    getState,
    subscribe,
    /** Joins the room and loads. Returns what ends that. */
    start(): () => void {
      const room = openRoom(channel, session.getState().token, listener)
      const stopSession = session.subscribe(() => room.rejoin(session.getState().token))
      const timer = setTimeout(() => {
        if (store.getState().connection !== 'connected') void load()
      }, loadWithoutSocketAfterMs)
      return () => {
        clearTimeout(timer)
        stopSession()
        room.close()
      }
    },
    reload(): void {
      store.setState({ phase: 'loading' })
      void load()
    },
    async loadOlderLog(): Promise<void> {
      if (isLoadingOlderLog) return
      isLoadingOlderLog = true
      const before = store.getState().log.at(-1)?.id
      const query = { limit: String(logPage), ...(before && { before }) }
      const answer = await api('listChatLog', { params, query, token: token() }).catch(() => undefined)
      isLoadingOlderLog = false
      const { log } = store.getState()
      // The log may have been loaded anew meanwhile: then the page has nothing to join on to.
      if (!answer || log.at(-1)?.id !== before) return
      store.setState({ log: [...log, ...answer.entries], hasOlderLog: answer.hasMore })
    },
    /** Shown at once, saved at once, and taken back when it was refused (spec section 4, 'Moderation'). */
    async change(update: ChatConfigUpdate): Promise<Outcome> {
      const former = store.getState().config
      if (former) store.setState({ config: { ...former, ...update } as ChatConfig })
      const outcome = await act(
        async () => store.setState({ config: await api('updateChatConfig', { params, body: update, token: token() }) }),
        '',
        dashboard.settingFailed,
      )
      if (!outcome.ok && former) takeBack(update, former)
      return outcome
    },
    async remove(messageId: string): Promise<Outcome> {
      const call = () => api('deleteChatMessage', { params: { channel, messageId }, token: token() })
      const outcome = await act(call, '', dashboard.deleteFailed)
      if (outcome.ok) listener.deleted?.(messageId)
      return outcome
    },
    timeOut: (username: string, duration: number, reason: string) =>
      moderate(
        () => api('timeOutInChat', { params, body: { username, duration, ...(reason && { reason }) }, token: token() }),
        fill(dashboard.timedOut, { user: username, seconds: duration }),
        dashboard.timeoutFailed,
      ),
    ban: (username: string, reason: string) =>
      moderate(
        () => api('banFromChat', { params, body: { username, ...(reason && { reason }) }, token: token() }),
        fill(dashboard.banned, { user: username }),
        dashboard.banFailed,
      ),
    unban: (username: string) =>
      moderate(
        () => api('unbanFromChat', { params: { channel, username }, token: token() }),
        fill(dashboard.unbanned, { user: username }),
        dashboard.unbanFailed,
      ),
    addModerator: (username: string) =>
      moderate(
        () => api('addChatModerator', { params, body: { username }, token: token() }),
        moderationTexts.moderatorAdded(username),
        dashboard.moderationFailed,
      ),
    removeModerator: (username: string) =>
      moderate(
        () => api('removeChatModerator', { params: { channel, username }, token: token() }),
        moderationTexts.moderatorRemoved(username),
        dashboard.moderationFailed,
      ),
    revert: (entryId: string) =>
      moderate(
        () => api('revertChatAction', { params: { channel, entryId }, token: token() }),
        '',
        dashboard.moderationFailed,
      ),
  }
}
