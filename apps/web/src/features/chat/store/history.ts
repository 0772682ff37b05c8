import type { ChatMessage } from '@waggle/contract/chat/entities'
import { chatLimits } from '@waggle/contract/chat/limits'
import type { UserDeletion } from '@waggle/contract/chat/socket-events'
import { limits } from '@waggle/contract/limits'
import type { Api } from '../../../lib/api/api.ts'
import { serverSentenceOr } from '../../../lib/api/error-sentence.ts'
import { backOffMs } from '../../../lib/back-off.ts'
import { createDeletions, isDeletedBy } from '../../../lib/chat-room/deletions.ts'
import { sentences } from '../../../texts/contract/sentences.ts'
import type { ChatStateStore } from './chat-state.ts'
import {
  addMessages,
  capMessages,
  maxMessagesWhileReading,
  withoutDeleted,
  withoutMessages,
} from './message-collection.ts'

/** A gap of more pages than this is not filled: the list starts over with the newest page. */
const maxGapPages = 5
const retryDelays = { firstMs: 2000, longestMs: 30_000 }

/** A channel's messages: loads them, keeps them up to date, and fills the gap after an interruption. */
export function createHistory({ api, channel, store }: { api: Api; channel: string; store: ChatStateStore }) {
  const deletions = createDeletions()
  const closing = new AbortController()
  /**
   * No message up to this id is missing. It follows the newest message only while the room delivers every message: one that
   * arrives after an interruption, the user's own included, must not hide the gap before it.
   */
  let completeUpToId: string | undefined
  let isRoomComplete = false
  let interruptions = 0
  let isReading = false
  let olderLoad: Promise<void> | undefined
  let sync: 'idle' | 'running' | 'repeat after this run' = 'idle'
  let failures = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  const setMessages = (messages: readonly ChatMessage[]) => {
    const kept = capMessages(messages, isReading)
    store.setState({ messages: kept, ...(kept.length < messages.length && { hasOlder: true }) })
  }
  const drop = (isDropped: Parameters<typeof withoutMessages>[1]) =>
    setMessages(withoutMessages(store.getState().messages, isDropped))
  const addToList = (messages: readonly ChatMessage[]) =>
    setMessages(
      addMessages(
        store.getState().messages,
        messages.filter((message) => !deletions.has(message)),
      ),
    )
  const fetchPage = (query: { limit: number; before?: string; after?: string }) =>
    api('listChatMessages', {
      params: { channel },
      query: { ...query, limit: String(query.limit) },
      signal: closing.signal,
    })

  async function synchronise(): Promise<void> {
    clearTimeout(retryTimer)
    if (sync !== 'idle') {
      sync = 'repeat after this run'
      return
    }
    sync = 'running'
    try {
      await fetchLatest()
      failures = 0
      store.setState({ phase: 'loaded' })
    } catch {
      if (closing.signal.aborted) return
      if (store.getState().phase === 'loading') store.setState({ phase: 'failed' })
      retryTimer = setTimeout(synchronise, backOffMs(failures, retryDelays))
      failures += 1
    } finally {
      const mustRepeat = sync === ('repeat after this run' as typeof sync)
      sync = 'idle'
      if (mustRepeat) void synchronise()
    }
  }

  async function fetchLatest(): Promise<void> {
    const known = store.getState().messages
    const isFirst = known.length === 0
    const isJoined = store.getState().connection === 'connected'
    const interruptionsBefore = interruptions
    const page = await fetchPage({ limit: isFirst ? limits.chatPageSize : chatLimits.pageMax })
    const gapFromId = completeUpToId
    const pageFromId = page.messages[0]?.id
    const hasGap = gapFromId !== undefined && page.hasMore && pageFromId !== undefined && gapFromId < pageFromId
    const missed = hasGap ? await fetchGap(gapFromId, pageFromId) : []
    const isKnownBeforePage = page.hasMore && pageFromId !== undefined && (known[0]?.id ?? '') < pageFromId
    const deleted =
      missed && isKnownBeforePage && gapFromId !== undefined
        ? await fetchDeletions(gapFromId)
        : { ids: [], hasMore: false }

    // When the gap is too long to fill, the known messages no longer connect to the newest ones.
    const startsOver = !missed || deleted.hasMore
    const remaining = new Set(withoutDeleted(known, page).map(({ id }) => id))
    const removed = new Set([...deleted.ids, ...known.map(({ id }) => id).filter((id) => !remaining.has(id))])
    const lastKnown = known.at(-1)?.id ?? ''
    const current = store.getState().messages.filter(({ id }) => !startsOver || id > lastKnown)
    const fetched = [...(missed ?? []), ...page.messages].filter((message) => !deletions.has(message))
    setMessages(
      addMessages(
        withoutMessages(current, ({ id }) => removed.has(id)),
        fetched,
      ),
    )
    if (isFirst || startsOver || !page.hasMore) store.setState({ hasOlder: page.hasMore })
    // The room was joined before the page was requested: it has delivered every message after the page.
    isRoomComplete = isJoined && interruptions === interruptionsBefore
    completeUpToId = isRoomComplete
      ? store.getState().messages.at(-1)?.id
      : (page.messages.at(-1)?.id ?? completeUpToId)
  }

  /** The messages between two ids; undefined when there are too many. */
  async function fetchGap(from: string, to: string): Promise<ChatMessage[] | undefined> {
    const missed: ChatMessage[] = []
    for (let pages = 0; pages < maxGapPages; pages++) {
      const page = await fetchPage({ limit: chatLimits.pageMax, after: missed.at(-1)?.id ?? from })
      missed.push(...page.messages)
      if (!page.hasMore || (missed.at(-1)?.id ?? to) >= to) return missed
    }
    return undefined
  }

  const fetchDeletions = (since: string) =>
    api('listChatDeletions', { params: { channel }, query: { since }, signal: closing.signal })

  function loadOlder(limit: number = limits.chatPageSize): Promise<void> {
    olderLoad ??= fetchOlder(limit).finally(() => {
      olderLoad = undefined
    })
    return olderLoad
  }

  /** Loads older messages until this one is in the list. False when it was deleted, or is older than the list can reach. */
  async function loadBackTo(id: string): Promise<boolean> {
    for (;;) {
      const { messages } = store.getState()
      if (messages.some((message) => message.id === id)) return true
      if ((messages[0]?.id ?? '') < id) return false
      await loadOlder(chatLimits.pageMax)
      if (store.getState().messages[0] === messages[0]) return false
    }
  }

  async function fetchOlder(limit: number): Promise<void> {
    const { messages, hasOlder } = store.getState()
    const before = messages[0]?.id
    if (!hasOlder || before === undefined || messages.length >= maxMessagesWhileReading) return
    try {
      const page = await fetchPage({ limit, before })
      isReading = true
      addToList(page.messages)
      store.setState({ hasOlder: page.hasMore })
    } catch (error) {
      if (closing.signal.aborted) return
      // The next scroll upwards tries again.
      store.setState({ problem: serverSentenceOr(error, sentences.chat.messagesFailed) })
    }
  }

  return {
    synchronise,
    loadOlder,
    loadBackTo,
    add(messages: readonly ChatMessage[]): void {
      addToList(messages)
      if (isRoomComplete) completeUpToId = store.getState().messages.at(-1)?.id
    },
    /** The room's connection was lost: from now on messages may be missed. */
    interrupted(): void {
      isRoomComplete = false
      interruptions += 1
    },
    remove(id: string): void {
      deletions.add(id)
      drop((message) => message.id === id)
    },
    removeOf(deletion: UserDeletion): void {
      deletions.addOfUser(deletion)
      drop((message) => isDeletedBy(deletion, message))
    },
    restore(messages: readonly ChatMessage[]): void {
      deletions.restore(messages)
      const oldest = store.getState().hasOlder ? (store.getState().messages[0]?.id ?? '') : ''
      setMessages(
        addMessages(
          store.getState().messages,
          messages.filter(({ id }) => id >= oldest),
        ),
      )
    },
    clear(upTo: string): void {
      deletions.addClear(upTo)
      drop(({ id }) => id <= upTo)
      store.setState({ hasOlder: false })
    },
    /** While the reader is scrolled up, old messages are not dropped. */
    setReading(reading: boolean): void {
      isReading = reading
      if (!reading) setMessages(store.getState().messages)
    },
    close(): void {
      clearTimeout(retryTimer)
      closing.abort()
    },
  }
}
