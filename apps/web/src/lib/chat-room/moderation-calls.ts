import type { ChatConfig, ChatConfigUpdate } from '@waggle/contract/chat/entities'
import { chatModerationTexts as texts } from '../../texts/chat/chat-moderation.ts'
import { fill, sentences } from '../../texts/contract/sentences.ts'
import type { Api } from '../api/api.ts'
import { ApiError } from '../api/api-error.ts'
import { serverSentenceOr } from '../api/error-sentence.ts'

/** `message` is the sentence to show in either case; it is empty when the result is visible anyway. */
export interface ActionOutcome {
  ok: boolean
  message: string
}

/** Makes a call with the session's token, and ends the session when the server refuses that token. */
type CallInSession = <Answer>(call: (token: string) => Promise<Answer>) => Promise<Answer>

const { chat, dashboard } = sentences

/** Shown when a call fails without a sentence from the server (rules CHAT-13 and MOD-7 word some of them differently). */
const failures = {
  chat: {
    delete: chat.deleteFailed,
    timeOut: chat.timeoutFailed,
    ban: chat.banFailed,
    unban: chat.unbanFailed,
    clear: chat.clearFailed,
    rules: chat.configUpdateFailed,
    announce: chat.sendFailed,
    pin: chat.configUpdateFailed,
    moderators: chat.configUpdateFailed,
    revert: chat.configUpdateFailed,
  },
  dashboard: {
    delete: dashboard.deleteFailed,
    timeOut: dashboard.timeoutFailed,
    ban: dashboard.banFailed,
    unban: dashboard.unbanFailed,
    clear: chat.clearFailed,
    rules: dashboard.settingFailed,
    announce: chat.sendFailed,
    pin: dashboard.settingFailed,
    moderators: dashboard.moderationFailed,
    revert: dashboard.moderationFailed,
  },
}

/**
 * The calls with which the owner and the moderators of a channel moderate its chat, and with which everybody deletes their own
 * messages. None of them rejects.
 */
export function createModerationCalls({
  api,
  channel,
  callInSession,
  screen,
}: {
  api: Api
  channel: string
  callInSession: CallInSession
  screen: keyof typeof failures
}) {
  const failed = failures[screen]
  const params = { channel }

  async function attempt(
    call: (token: string) => Promise<unknown>,
    { done = '', failed, ownerOnly }: { done?: string; failed: string; ownerOnly?: string },
  ): Promise<ActionOutcome> {
    try {
      await callInSession(call)
      return { ok: true, message: done }
    } catch (error) {
      const isOwnerOnly = error instanceof ApiError && error.code === 'chat_owner_only'
      return { ok: false, message: (isOwnerOnly && ownerOnly) || serverSentenceOr(error, failed) }
    }
  }

  /** `config` is the saved one, with the update in it. */
  async function updateConfig(
    update: ChatConfigUpdate,
    done?: string,
  ): Promise<ActionOutcome & { config: ChatConfig | undefined }> {
    let config: ChatConfig | undefined
    const save = async (token: string) => {
      config = await api('updateChatConfig', { params, body: update, token })
    }
    const outcome = await attempt(save, { failed: failed.rules, ownerOnly: texts.ownerOnly, ...(done && { done }) })
    return { ...outcome, config }
  }

  return {
    updateConfig,
    deleteMessage: (messageId: string) =>
      attempt((token) => api('deleteChatMessage', { params: { channel, messageId }, token }), {
        failed: failed.delete,
      }),
    timeOut: (username: string, seconds: number, reason = '') =>
      attempt(
        (token) =>
          api('timeOutInChat', { params, body: { username, duration: seconds, ...(reason && { reason }) }, token }),
        { done: fill(dashboard.timedOut, { user: username, seconds }), failed: failed.timeOut },
      ),
    ban: (username: string, reason = '') =>
      attempt((token) => api('banFromChat', { params, body: { username, ...(reason && { reason }) }, token }), {
        done: fill(dashboard.banned, { user: username }),
        failed: failed.ban,
      }),
    unban: (username: string) =>
      attempt((token) => api('unbanFromChat', { params: { channel, username }, token }), {
        done: fill(dashboard.unbanned, { user: username }),
        failed: failed.unban,
      }),
    clear: () =>
      attempt((token) => api('clearChat', { params, token }), {
        done: texts.cleared,
        failed: failed.clear,
        ownerOnly: texts.ownerOnly,
      }),
    /** `null` turns slow mode off. */
    setSlowMode: (seconds: number | null) =>
      seconds === null
        ? updateConfig({ slowMode: false }, texts.slowModeOff)
        : updateConfig({ slowMode: true, slowModeInterval: seconds }, texts.slowModeOn(seconds)),
    announce: (text: string) =>
      attempt((token) => api('announceInChat', { params, body: { message: text }, token }), {
        failed: failed.announce,
      }),
    /** `null` unpins. */
    pin: (messageId: string | null) =>
      attempt((token) => api('pinChatMessage', { params, body: { messageId }, token }), { failed: failed.pin }),
    addModerator: (username: string) =>
      attempt((token) => api('addChatModerator', { params, body: { username }, token }), {
        done: texts.moderatorAdded(username),
        failed: failed.moderators,
      }),
    removeModerator: (username: string) =>
      attempt((token) => api('removeChatModerator', { params: { channel, username }, token }), {
        done: texts.moderatorRemoved(username),
        failed: failed.moderators,
      }),
    /** Reverts an entry of the moderation log. */
    revert: (entryId: string) =>
      attempt((token) => api('revertChatAction', { params: { channel, entryId }, token }), { failed: failed.revert }),
  }
}

export type ModerationCalls = ReturnType<typeof createModerationCalls>
