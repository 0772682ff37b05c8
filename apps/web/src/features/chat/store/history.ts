import type { ChatMessage } from '@waggle/contract/chat/entities'
import { chatLimits } from '@waggle/contract/chat/limits'
import { limits } from '@waggle/contract/limits'
import type { Api } from '../../../lib/api/api.ts'
import type { ChatStateStore } from './chat-state.ts'
import { addMessages, capMessages, keptWhileReading, withoutDeleted, withoutIds } from './message-collection.ts'

/** A longer absence than this many pages begins anew with the newest page. */
const gapPagesMax = 5
const rememberedDeletions = 500
const retryFirstMs = 2000
const retryLastMs = 30_000

/** The messages of a channel as the server has them: loaded, kept up to date, and made whole after an absence. */
export function createHistory({ api, channel, store }: { api: Api; channel: string; store: ChatStateStore }) {
  /** Taken away while an answer may be under way that still has them. */
  const deleted = new Set<string>()
  const ending = new AbortController()
  let clearedUpTo = ''
  /**
   * Up to here nothing is missing. It follows the newest message only while the room tells of every one; what comes in after an
   * absence, one's own message included, must not hide the gap before it.
   */
  let wholeUpTo: string | undefined
  let isFollowing = false
  let interruptions = 0
  let isReading = false
  let loadingOlder: Promise<void> | undefined
  let sync: 'idle' | 'running' | 'running, then again' = 'idle'
  let retryMs = retryFirstMs
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  const show = (messages: readonly ChatMessage[]) => {
    const kept = capMessages(messages, isReading)
    store.setState({ messages: kept, ...(kept.length < messages.length && { hasOlder: true }) })
  }
  const isGone = ({ id }: ChatMessage) => deleted.has(id) || id <= clearedUpTo
  const fetchPage = (query: { limit: number; before?: string; after?: string }) =>
    api('listChatMessages', {
      params: { channel },
      query: { ...query, limit: String(query.limit) },
      signal: ending.signal,
    })

  async function synchronise(): Promise<void> {
    clearTimeout(retryTimer)
    if (sync !== 'idle') {
      sync = 'running, then again'
      return
    }
    sync = 'running'
    try {
      await fetchNews()
      retryMs = retryFirstMs
      store.setState({ phase: 'loaded' })
    } catch {
      if (ending.signal.aborted) return
      if (store.getState().phase === 'loading') store.setState({ phase: 'failed' })
      retryTimer = setTimeout(synchronise, retryMs)
      retryMs = Math.min(retryMs * 2, retryLastMs)
    } finally {
      const isDueAgain = sync === ('running, then again' as typeof sync)
      sync = 'idle'
      if (isDueAgain) void synchronise()
    }
  }

  async function fetchNews(): Promise<void> {
    const known = store.getState().messages
    const isFirst = known.length === 0
    const isJoined = store.getState().connection === 'connected'
    const interruptionsBefore = interruptions
    const page = await fetchPage({ limit: isFirst ? limits.chatPageSize : chatLimits.pageMax })
    const lastId = wholeUpTo
    const firstOfPage = page.messages[0]?.id
    const hasGap = lastId !== undefined && page.hasMore && firstOfPage !== undefined && lastId < firstOfPage
    const missed = hasGap ? await fetchGap(lastId, firstOfPage) : []
    const reachesFurther = page.hasMore && firstOfPage !== undefined && (known[0]?.id ?? '') < firstOfPage
    const deletions =
      missed && reachesFurther && lastId !== undefined ? await fetchDeletions(lastId) : { ids: [], hasMore: false }

    // Across a gap too long to fill, what was known before does not join on any more.
    const isAnew = !missed || deletions.hasMore
    const kept = new Set(withoutDeleted(known, page).map(({ id }) => id))
    const gone = new Set([...deletions.ids, ...known.map(({ id }) => id).filter((id) => !kept.has(id))])
    const lastKnown = known.at(-1)?.id ?? ''
    const current = store.getState().messages.filter(({ id }) => !isAnew || id > lastKnown)
    const fetched = [...(missed ?? []), ...page.messages].filter((message) => !isGone(message))
    show(addMessages(withoutIds(current, gone), fetched))
    if (isFirst || isAnew || !page.hasMore) store.setState({ hasOlder: page.hasMore })
    // The room was joined before the page was asked for: from the page on, it has told of everything.
    isFollowing = isJoined && interruptions === interruptionsBefore
    wholeUpTo = isFollowing ? store.getState().messages.at(-1)?.id : (page.messages.at(-1)?.id ?? wholeUpTo)
  }

  /** What was said between two messages; undefined when that is too much. */
  async function fetchGap(from: string, to: string): Promise<ChatMessage[] | undefined> {
    const missed: ChatMessage[] = []
    for (let pages = 0; pages < gapPagesMax; pages++) {
      const page = await fetchPage({ limit: chatLimits.pageMax, after: missed.at(-1)?.id ?? from })
      missed.push(...page.messages)
      if (!page.hasMore || (missed.at(-1)?.id ?? to) >= to) return missed
    }
    return undefined
  }

  const fetchDeletions = (since: string) =>
    api('listChatDeletions', { params: { channel }, query: { since }, signal: ending.signal })

  function loadOlder(limit: number = limits.chatPageSize): Promise<void> {
    loadingOlder ??= fetchOlder(limit).finally(() => {
      loadingOlder = undefined
    })
    return loadingOlder
  }

  /** Loads older messages until one is there. False when it was taken away, or is further back than the list reaches. */
  async function reach(id: string): Promise<boolean> {
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
    if (!hasOlder || before === undefined || messages.length >= keptWhileReading) return
    store.setState({ isLoadingOlder: true })
    try {
      const page = await fetchPage({ limit, before })
      isReading = true
      show(
        addMessages(
          store.getState().messages,
          page.messages.filter((message) => !isGone(message)),
        ),
      )
      store.setState({ hasOlder: page.hasMore })
    } catch {
      // Scrolling up again asks again.
    } finally {
      store.setState({ isLoadingOlder: false })
    }
  }

  return {
    synchronise,
    loadOlder,
    reach,
    add(messages: readonly ChatMessage[]): void {
      show(
        addMessages(
          store.getState().messages,
          messages.filter((message) => !isGone(message)),
        ),
      )
      if (isFollowing) wholeUpTo = store.getState().messages.at(-1)?.id
    },
    /** The room is gone: from now on messages may be missed. */
    interrupted(): void {
      isFollowing = false
      interruptions += 1
    },
    remove(id: string): void {
      deleted.add(id)
      if (deleted.size > rememberedDeletions) deleted.delete(deleted.values().next().value ?? '')
      show(withoutIds(store.getState().messages, new Set([id])))
    },
    restore(messages: readonly ChatMessage[]): void {
      for (const { id } of messages) deleted.delete(id)
      clearedUpTo = ''
      const oldest = store.getState().hasOlder ? (store.getState().messages[0]?.id ?? '') : ''
      show(
        addMessages(
          store.getState().messages,
          messages.filter(({ id }) => id >= oldest),
        ),
      )
    },
    clear(upTo: string): void {
      clearedUpTo = upTo
      const { messages } = store.getState()
      show(withoutIds(messages, new Set(messages.map(({ id }) => id).filter((id) => id <= upTo))))
      store.setState({ hasOlder: false })
    },
    /** While somebody reads further up, nothing is taken away there. */
    setReading(reading: boolean): void {
      isReading = reading
      if (!reading) show(store.getState().messages)
    },
    close(): void {
      clearTimeout(retryTimer)
      ending.abort()
    },
  }
}

export type History = ReturnType<typeof createHistory>
