import type { ChatConfig, ChatLogEntry } from '@waggle/contract/chat/entities'
import type { Api } from '../../../lib/api/api.ts'
import { serverSentenceOr } from '../../../lib/api/error-sentence.ts'
import type { SessionStore } from '../../../session/session-store.ts'
import { sentences } from '../../../texts/contract/sentences.ts'
import type { ModerationStateStore } from './moderation-state.ts'

const logPageSize = 30

/** Loads the channel's chat config, bans and moderation log. A load that fails leaves the previous value in place. */
export function createModerationRecords({
  api,
  channel,
  session,
  store,
}: {
  api: Api
  channel: string
  session: Pick<SessionStore, 'getState'>
  store: ModerationStateStore
}) {
  const params = { channel }
  const token = () => session.getState().token ?? ''
  let isLoadingOlderLog = false

  const fetchLog = (before?: string) =>
    api('listChatLog', {
      params,
      query: { limit: String(logPageSize), ...(before && { before }) },
      token: token(),
    }).catch(() => undefined)

  return {
    async loadConfig(): Promise<void> {
      try {
        const config = await api('getChatConfig', { params, token: token() })
        store.setState({ config, configFailure: config.blockedWords ? null : sentences.chat.configFetchFailed })
      } catch (error) {
        store.setState({ configFailure: serverSentenceOr(error, sentences.chat.configFetchFailed) })
      }
    },
    async loadBans(): Promise<void> {
      try {
        const { bans } = await api('listChatBans', { params, token: token() })
        store.setState({ bans, bansFailure: null })
      } catch (error) {
        store.setState({ bansFailure: serverSentenceOr(error, sentences.chat.bansFailed) })
      }
    },
    async loadLog(): Promise<void> {
      const page = await fetchLog()
      if (page) store.setState({ log: page.entries, hasOlderLog: page.hasMore })
    },
    async loadOlderLog(): Promise<void> {
      if (isLoadingOlderLog) return
      isLoadingOlderLog = true
      const oldestId = store.getState().log.at(-1)?.id
      const page = await fetchLog(oldestId)
      isLoadingOlderLog = false
      const { log } = store.getState()
      // The log may have been reloaded meanwhile; the page then no longer continues it.
      if (!page || log.at(-1)?.id !== oldestId) return
      store.setState({ log: [...log, ...page.entries], hasOlderLog: page.hasMore })
    },
    /** The room sends the config without blocked words: the known ones stay until the config is loaded again. */
    receiveConfig(config: ChatConfig): void {
      const { blockedWords } = store.getState().config ?? {}
      store.setState({ config: { ...config, ...(blockedWords && { blockedWords }) } })
    },
    receiveLogEntry(entry: ChatLogEntry): void {
      const { log } = store.getState()
      const isKnown = log.some(({ id }) => id === entry.id)
      store.setState({ log: isKnown ? log.map((other) => (other.id === entry.id ? entry : other)) : [entry, ...log] })
    },
  }
}
