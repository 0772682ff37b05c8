import type { Api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import type { SessionStore } from '../../session/session-store.ts'
import { fill, sentences } from '../../texts/contract/sentences.ts'
import { chatTexts } from '../../texts/viewer/chat.ts'

/** The sentence to show in either case; an empty one where what happened can be seen. */
export interface ActionOutcome {
  ok: boolean
  message: string
}

/** What the owner and moderators do in a channel's chat, and everybody with their own messages. Never rejects. */
export function createModerationActions({
  api,
  channel,
  session,
}: {
  api: Api
  channel: string
  session: Pick<SessionStore, 'getState' | 'endIfRefused'>
}) {
  async function act(
    call: (token: string) => Promise<unknown>,
    { done, failed, ownerOnly }: { done: string; failed: string; ownerOnly?: string },
  ): Promise<ActionOutcome> {
    const { token } = session.getState()
    if (token === null) return { ok: false, message: sentences.chat.authFailed }
    try {
      await call(token)
      return { ok: true, message: done }
    } catch (error) {
      session.endIfRefused(error)
      if (!(error instanceof ApiError && error.code)) return { ok: false, message: failed }
      const isOwnerOnly = ownerOnly !== undefined && error.code === 'chat_owner_only'
      return { ok: false, message: isOwnerOnly ? ownerOnly : error.message }
    }
  }

  const params = { channel }
  const { chat, dashboard } = sentences
  const reasonOf = (reason: string) => (reason === '' ? {} : { reason })
  return {
    deleteMessage: (messageId: string) =>
      act((token) => api('deleteChatMessage', { params: { channel, messageId }, token }), {
        done: '',
        failed: chat.deleteFailed,
      }),
    timeOut: (username: string, seconds: number, reason = '') =>
      act(
        (token) => api('timeOutInChat', { params, body: { username, duration: seconds, ...reasonOf(reason) }, token }),
        { done: fill(dashboard.timedOut, { user: username, seconds }), failed: chat.timeoutFailed },
      ),
    ban: (username: string, reason = '') =>
      act((token) => api('banFromChat', { params, body: { username, ...reasonOf(reason) }, token }), {
        done: fill(dashboard.banned, { user: username }),
        failed: chat.banFailed,
      }),
    unban: (username: string) =>
      act((token) => api('unbanFromChat', { params: { channel, username }, token }), {
        done: fill(dashboard.unbanned, { user: username }),
        failed: chat.unbanFailed,
      }),
    clear: () =>
      act((token) => api('clearChat', { params, token }), {
        done: chatTexts.cleared,
        failed: chat.clearFailed,
        ownerOnly: chatTexts.rulesAreOwners,
      }),
    /** `null` turns it off. */
    setSlowMode: (seconds: number | null) =>
      act(
        (token) =>
          api('updateChatConfig', {
            params,
            body: seconds === null ? { slowMode: false } : { slowMode: true, slowModeInterval: seconds },
            token,
          }),
        {
          done: seconds === null ? chatTexts.slowModeOff : chatTexts.slowModeOn(seconds),
          failed: chat.configUpdateFailed,
          ownerOnly: chatTexts.rulesAreOwners,
        },
      ),
    announce: (text: string) =>
      act((token) => api('announceInChat', { params, body: { message: text }, token }), {
        done: '',
        failed: chat.sendFailed,
      }),
    pin: (messageId: string | null) =>
      act((token) => api('pinChatMessage', { params, body: { messageId }, token }), {
        done: '',
        failed: chat.configUpdateFailed,
      }),
    addModerator: (username: string) =>
      act((token) => api('addChatModerator', { params, body: { username }, token }), {
        done: chatTexts.moderatorAdded(username),
        failed: chat.configUpdateFailed,
      }),
    removeModerator: (username: string) =>
      act((token) => api('removeChatModerator', { params: { channel, username }, token }), {
        done: chatTexts.moderatorRemoved(username),
        failed: chat.configUpdateFailed,
      }),
  }
}

export type ModerationActions = ReturnType<typeof createModerationActions>
