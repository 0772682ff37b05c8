import type { ChatConfig, ChatMessage } from '@waggle/contract/chat/entities'
import type { Channel } from '@waggle/contract/endpoints'
import type { Api } from '../../../lib/api/api.ts'
import { serverSentenceOr } from '../../../lib/api/error-sentence.ts'
import type { OpenRoom, Room, RoomListener } from '../../../lib/chat-room/room.ts'
import { createStore, type Store } from '../../../lib/store/store.ts'
import type { SessionStore } from '../../../session/session-store.ts'
import { sentences } from '../../../texts/contract/sentences.ts'
import { type ChatState, initialState, type PendingMessage } from './chat-state.ts'
import { createHistory } from './history.ts'
import { createOutbox, type SendOutcome } from './outbox.ts'

export interface ChatStore extends Store<ChatState> {
  /** Joins the room and loads the history. Returns a function that stops both. */
  start(): () => void
  /** Loads the history again after a failure. */
  reload(): void
  loadOlder(): Promise<void>
  /** Loads older messages until this one is in the list. False when it cannot be loaded. */
  loadBackTo(messageId: string): Promise<boolean>
  /** While the reader is scrolled up, old messages are not dropped. */
  setReading(isReading: boolean): void
  send(text: string, replyTo: ChatMessage | null): Promise<SendOutcome>
  /** Shows the config that a call has saved: the room may not be connected. */
  setConfig(config: ChatConfig): void
  dismissProblem(): void
}

/** History and config do not wait longer than this for the room to be joined. */
const loadWithoutRoomAfterMs = 2000
const loadConfigAgainAfterMs = 5000

/** One channel's chat, independent of any framework. `isReadOnly` joins the room anonymously, even when a user is logged in. */
export function createChatStore({
  api,
  channel,
  openRoom,
  session,
  isReadOnly = false,
  onChannelChanged,
}: {
  api: Api
  channel: string
  openRoom: OpenRoom
  session: Pick<SessionStore, 'getState' | 'subscribe' | 'expireIfRefused' | 'verify'>
  isReadOnly?: boolean
  /** Called when the channel's title or another of its settings changes. */
  onChannelChanged?: ((channel: Channel) => void) | undefined
}): ChatStore {
  const store = createStore<ChatState>(initialState)
  let history = createHistory({ api, channel, store })
  const outbox = createOutbox({ api, channel, store, session, onSent: (message) => receive([message]) })
  const token = () => (isReadOnly ? null : session.getState().token)
  let isStarted = false
  let configTimer: ReturnType<typeof setTimeout> | undefined
  let configProblem: string | undefined

  function receive(messages: readonly ChatMessage[]): void {
    const { pending } = store.getState()
    const { user } = session.getState()
    // The room may deliver a message before the call that sent it is answered: it must not be shown twice.
    if (pending && messages.some((message) => message.username === user && isPending(message, pending))) {
      store.setState({ pending: { ...pending, isInList: true } })
    }
    history.add(messages)
  }

  /** Until there is a config, nobody can change it: it is loaded until it has arrived. */
  async function loadConfig(): Promise<void> {
    clearTimeout(configTimer)
    try {
      const config = await api('getChatConfig', { params: { channel } })
      store.setState({ config, ...(store.getState().problem === configProblem && { problem: null }) })
      configProblem = undefined
    } catch (error) {
      // Said once: the user may have dismissed it.
      const isKnown = configProblem !== undefined
      configProblem = serverSentenceOr(error, sentences.chat.configFetchFailed)
      if (!isKnown) store.setState({ problem: configProblem })
      clearTimeout(configTimer)
      if (isStarted) configTimer = setTimeout(() => void loadConfig(), loadConfigAgainAfterMs)
    }
  }

  function setConfig(config: ChatConfig): void {
    const { waitUntilMs } = store.getState()
    store.setState({ config, waitUntilMs: config.slowMode ? waitUntilMs : 0 })
  }

  const listener: RoomListener = {
    joined({ viewers, standing }) {
      // What failed before is tried again now.
      configProblem = undefined
      store.setState({ connection: 'connected', viewers, standing, problem: null })
      void history.synchronise()
      void loadConfig()
    },
    disconnected() {
      history.interrupted()
      store.setState({ connection: 'disconnected' })
    },
    refused(problem, code) {
      // The page asks for a signature if the session has really ended, so the chat need not say it as well (rule AUTH-20).
      if (code === 'session_invalid') void session.verify()
      else store.setState({ problem })
    },
    messages: receive,
    deleted: (id) => history.remove(id),
    deletedOf: (deletion) => history.removeOf(deletion),
    restored: (messages) => history.restore(messages),
    clearedUpTo: (id) => history.clear(id),
    configured: setConfig,
    viewers: (viewers) => store.setState({ viewers }),
    standing: (standing) => store.setState({ standing }),
    channelChanged: (changed) => onChannelChanged?.(changed),
  }

  function start(): () => void {
    isStarted = true
    history = createHistory({ api, channel, store })
    const room: Room = openRoom(channel, token(), listener)
    const stopSession = session.subscribe(() => {
      if (token() === null) store.setState({ standing: null })
      room.rejoin(token())
    })
    const timer = setTimeout(() => {
      if (store.getState().connection === 'connected') return
      void history.synchronise()
      void loadConfig()
    }, loadWithoutRoomAfterMs)
    return () => {
      isStarted = false
      clearTimeout(configTimer)
      clearTimeout(timer)
      stopSession()
      room.close()
      history.close()
    }
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    start,
    reload() {
      store.setState({ phase: 'loading' })
      void history.synchronise()
    },
    loadOlder: () => history.loadOlder(),
    loadBackTo: (messageId) => history.loadBackTo(messageId),
    setReading: (isReading) => history.setReading(isReading),
    send: outbox.send,
    setConfig,
    dismissProblem: () => store.setState({ problem: null }),
  }
}

function isPending(message: ChatMessage, { text }: PendingMessage): boolean {
  return message.message === text.replace(/^\/me\s+/i, '').trim()
}
