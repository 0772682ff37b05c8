import type { ChatMessage } from '@waggle/contract/chat/entities'
import type { Api } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { serverSentenceOr } from '../../../lib/api/error-sentence.ts'
import { siteClock } from '../../../lib/clock/site-clock.ts'
import { pictureTime } from '../../../lib/picture-time.ts'
import { callAcrossRenewals } from '../../../session/call-in-session.ts'
import type { SessionStore } from '../../../session/session-store.ts'
import { sentences } from '../../../texts/contract/sentences.ts'
import type { ChatStateStore, PendingMessage } from './chat-state.ts'

export type SendOutcome =
  | { ok: true }
  /** `mustWait`: slow mode or a rate limit refused it, and `waitUntilMs` says for how long. */
  | { ok: false; message: string; mustWait?: true }

const retryDelaysMs = [500, 1000, 2000]
const attemptTimeoutMs = 8000

/**
 * Sends one message at a time (rule CHAT-5) and shows it at once. While the server cannot be reached, the message is sent again
 * with the same idempotency key, so the server stores it only once.
 */
export function createOutbox({
  api,
  channel,
  store,
  session,
  onSent,
  now = siteClock.now,
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: {
  api: Api
  channel: string
  store: ChatStateStore
  session: Pick<SessionStore, 'getState' | 'subscribe' | 'expireIfRefused'>
  onSent: (message: ChatMessage) => void
  now?: () => number
  wait?: (ms: number) => Promise<void>
}) {
  /** The last message if it may have been stored although sending failed. Sent again unchanged, it keeps its key. */
  let unconfirmed: PendingMessage | undefined

  async function send(text: string, replyTo: ChatMessage | null): Promise<SendOutcome> {
    if (session.getState().token === null) return { ok: false, message: sentences.chat.authFailed }
    if (store.getState().pending) return { ok: false, message: sentences.chat.sendFailed }
    const isSame = unconfirmed?.text === text && unconfirmed.replyTo?.id === replyTo?.id
    const key = isSame && unconfirmed ? unconfirmed.key : crypto.randomUUID()
    const pending = { key, text, replyTo, sentAtMs: now(), pictureAtMs: pictureTime.shownMs(), isInList: false }
    unconfirmed = undefined
    store.setState({ pending })
    try {
      onSent(await callAcrossRenewals(session, (token) => deliver(pending, token)))
      startSlowMode()
      return { ok: true }
    } catch (error) {
      if (mayHaveArrived(error)) unconfirmed = pending
      const waitSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
      if (waitSeconds !== undefined) store.setState({ waitUntilMs: now() + waitSeconds * 1000 })
      const mustWait = waitSeconds !== undefined && error instanceof ApiError && error.status === 429
      const message = serverSentenceOr(error, sentences.chat.sendFailed)
      return { ok: false, message, ...(mustWait && { mustWait }) }
    } finally {
      store.setState({ pending: null })
    }
  }

  async function deliver({ key, text, replyTo, pictureAtMs }: PendingMessage, token: string): Promise<ChatMessage> {
    for (let attempt = 0; ; attempt++) {
      try {
        const { data } = await api('sendChatMessage', {
          params: { channel },
          body: {
            ...{ message: text, replyTo: replyTo?.id ?? null, idempotencyKey: key },
            ...(pictureAtMs !== undefined && { pictureAt: Math.round(pictureAtMs) }),
          },
          token,
          timeoutMs: attemptTimeoutMs,
        })
        return data
      } catch (error) {
        const delayMs = retryDelaysMs[attempt]
        if (delayMs === undefined || !isTemporary(error)) throw error
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

/** The server did not refuse the message: it was not reached, or could not answer. */
function mayHaveArrived(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500
}

/** The server may answer in a moment: it was not reached, a proxy answered in its place, or it was overloaded. */
function isTemporary(error: unknown): boolean {
  return !(error instanceof ApiError) || [502, 503, 504].includes(error.status)
}
