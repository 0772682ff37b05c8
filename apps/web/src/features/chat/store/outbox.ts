import type { ChatMessage } from '@waggle/contract/chat/entities'
import type { Api } from '../../../lib/api/api.ts'
import { ApiError, sentenceOf } from '../../../lib/api/api-error.ts'
import type { SessionStore } from '../../../session/session-store.ts'
import { sentences } from '../../../texts/contract/sentences.ts'
import type { ChatStateStore, PendingMessage } from './chat-state.ts'

export type Outcome = { ok: true } | { ok: false; message: string }

const retryDelaysMs = [500, 1000, 2000]
const attemptTimeoutMs = 8000

/**
 * Sends one message at a time (spec section 5). It is shown at once; when the server cannot be reached the same message is
 * sent again under the same key, which the server stores once however often it arrives.
 */
export function createOutbox({
  api,
  channel,
  store,
  session,
  onSent,
  now = Date.now,
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: {
  api: Api
  channel: string
  store: ChatStateStore
  session: Pick<SessionStore, 'getState' | 'endIfRefused'>
  onSent: (message: ChatMessage) => void
  now?: () => number
  wait?: (ms: number) => Promise<void>
}) {
  /** Whether it arrived is not known: what is sent again unchanged must not be stored twice. */
  let undecided: PendingMessage | undefined

  async function send(text: string, replyTo: ChatMessage | null): Promise<Outcome> {
    const { token } = session.getState()
    if (token === null) return { ok: false, message: sentences.chat.authFailed }
    if (store.getState().pending) return { ok: false, message: sentences.chat.sendFailed }
    const isSame = undecided?.text === text && undecided.replyTo?.id === replyTo?.id
    const pending = isSame && undecided ? undecided : newMessage(text, replyTo)
    undecided = undefined
    store.setState({ pending })
    try {
      onSent(await deliver(pending, token))
      startSlowMode()
      return { ok: true }
    } catch (error) {
      session.endIfRefused(error)
      if (isUndecided(error)) undecided = pending
      if (error instanceof ApiError && error.retryAfterSeconds !== undefined) {
        store.setState({ waitUntilMs: now() + error.retryAfterSeconds * 1000 })
      }
      return { ok: false, message: sentenceOf(error, sentences.chat.sendFailed) }
    } finally {
      store.setState({ pending: null })
    }
  }

  async function deliver({ key, text, replyTo }: PendingMessage, token: string): Promise<ChatMessage> {
    for (let attempt = 0; ; attempt++) {
      try {
        const { data } = await api('sendChatMessage', {
          params: { channel },
          body: { message: text, replyTo: replyTo?.id ?? null, idempotencyKey: key },
          token,
          timeoutMs: attemptTimeoutMs,
        })
        return data
      } catch (error) {
        const delayMs = retryDelaysMs[attempt]
        if (delayMs === undefined || !isPassing(error)) throw error
        await wait(delayMs)
      }
    }
  }

  function startSlowMode(): void {
    const { config, standing } = store.getState()
    if (!config?.slowMode || standing?.role !== 'user') return
    store.setState({ waitUntilMs: now() + config.slowModeInterval * 1000 })
  }

  return { send }
}

function newMessage(text: string, replyTo: ChatMessage | null): PendingMessage {
  return { key: crypto.randomUUID(), text, replyTo, isInList: false }
}

/** The server did not say no: it was not reached, or could not answer. */
function isUndecided(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500
}

/** It may be there again in a moment: nobody answered, or somebody in its place, or it was too busy. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || [502, 503, 504].includes(error.status)
}
