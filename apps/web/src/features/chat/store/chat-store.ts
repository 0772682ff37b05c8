import type { ChatMessage } from '@waggle/contract/chat/entities'
import type { Channel } from '@waggle/contract/endpoints'
import type { Api } from '../../../lib/api/api.ts'
import type { OpenRoom, Room, RoomListener } from '../../../lib/chat-room/room.ts'
import { createStore, type Store } from '../../../lib/store/store.ts'
import type { SessionStore } from '../../../session/session-store.ts'
import { type ChatState, initialState, type PendingMessage } from './chat-state.ts'
import { createHistory } from './history.ts'
import { createOutbox, type Outcome } from './outbox.ts'

export interface ChatStore extends Store<ChatState> {
  /** Joins the room and loads the history. Returns what ends that. */
  start(): () => void
  /** Asks for the history again after a failure. */
  reload(): void
  loadOlder(): Promise<void>
  /** Loads what is older until the message is there; false when it cannot be had. */
  reach(messageId: string): Promise<boolean>
  /** While somebody reads further up, nothing is taken away there. */
  setReading(isReading: boolean): void
  send(text: string, replyTo: ChatMessage | null): Promise<Outcome>
  dismissProblem(): void
}

/** When the socket is that slow, the history comes first. */
const historyWithoutSocketAfterMs = 2000

/** One channel's chat, free of any framework. `isReadOnly` reads as nobody in particular, whoever is logged in. */
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
  session: Pick<SessionStore, 'getState' | 'subscribe' | 'endIfRefused'>
  isReadOnly?: boolean
  /** The channel's title or another of its texts changed. */
  onChannelChanged?: ((channel: Channel) => void) | undefined
}): ChatStore {
  const store = createStore<ChatState>(initialState)
  let history = createHistory({ api, channel, store })
  const outbox = createOutbox({ api, channel, store, session, onSent: (message) => receive([message]) })
  const token = () => (isReadOnly ? null : session.getState().token)

  function receive(messages: readonly ChatMessage[]): void {
    const { pending } = store.getState()
    const { user } = session.getState()
    // The room may tell of a message before the call that sent it is answered: it is not shown twice.
    if (pending && messages.some((message) => message.username === user && isSame(message, pending))) {
      store.setState({ pending: { ...pending, isInList: true } })
    }
    history.add(messages)
  }

  async function loadConfig(): Promise<void> {
    const config = await api('getChatConfig', { params: { channel } }).catch(() => undefined)
    if (config) store.setState({ config })
  }

  const listener: RoomListener = {
    joined({ viewers, standing }) {
      store.setState({ connection: 'connected', viewers, standing })
      void history.synchronise()
      void loadConfig()
    },
    disconnected() {
      history.interrupted()
      store.setState({ connection: 'disconnected' })
    },
    refused: (problem) => store.setState({ problem }),
    messages: receive,
    deleted: (id) => history.remove(id),
    restored: (messages) => history.restore(messages),
    clearedUpTo: (id) => history.clear(id),
    configured(config) {
      const { waitUntilMs } = store.getState()
      store.setState({ config, waitUntilMs: config.slowMode ? waitUntilMs : 0 })
    },
    viewers: (viewers) => store.setState({ viewers }),
    standing: (standing) => store.setState({ standing }),
    channelChanged: (changed) => onChannelChanged?.(changed),
  }

  function start(): () => void {
    history = createHistory({ api, channel, store })
    const room: Room = openRoom(channel, token(), listener)
    const stopSession = session.subscribe(() => {
      if (token() === null) store.setState({ standing: null })
      room.rejoin(token())
    })
    const timer = setTimeout(() => {
      if (store.getState().connection !== 'connected') void history.synchronise()
    }, historyWithoutSocketAfterMs)
    return () => {
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
    reach: (messageId) => history.reach(messageId),
    setReading: (isReading) => history.setReading(isReading),
    send: outbox.send,
    dismissProblem: () => store.setState({ problem: null }),
  }
}

function isSame(message: ChatMessage, { text }: PendingMessage): boolean {
  return message.message === text.replace(/^\/me\s+/i, '').trim()
}
