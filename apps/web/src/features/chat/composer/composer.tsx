import type { ChatMessage } from '@waggle/contract/chat/entities'
import { limits } from '@waggle/contract/limits'
import { Hourglass, Keyboard, SendHorizontal, Smile, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { chatTexts } from '../../../texts/chat/chat.ts'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { IconButton } from '../../../ui/forms/button.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import { EmotePicker } from '../emotes/emote-picker.tsx'
import type { ChatView } from '../use-chat.ts'
import { parseCommand } from './command.ts'
import { CompletionList } from './completion-list.tsx'
import styles from './composer.module.css'
import { runCommand } from './run-command.ts'
import { useCompletion } from './use-completion.ts'
import { useCountdown } from './use-countdown.ts'
import type { Draft } from './use-draft.ts'

/** Where the emotes take the place of the keyboard. */
const phone = '(width <= 768px) and (height > 500px)'
/** From this length on, the number of characters is shown. */
const showLengthFrom = limits.chatMessageMaxLength - 100

/** The form for writing a message. A refused message returns to the input. */
export function Composer({
  chat,
  draft,
  replyTo,
  onReplyEnd,
}: {
  chat: ChatView
  draft: Draft
  replyTo: ChatMessage | null
  onReplyEnd: () => void
}) {
  const { state, store, calls } = chat
  const { text, setText, input } = draft
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const completion = useCompletion(draft, chat)
  const waitSeconds = useCountdown(state.waitUntilMs)
  const listId = useId()
  const errorId = useId()
  const length = [...text.trim()].length
  const isTooLong = length > limits.chatMessageMaxLength
  const isCommand = text.trimStart().startsWith('/') && !/^\s*\/me\s/i.test(text)
  const canSend = length > 0 && !isTooLong && !isBusy && (waitSeconds === 0 || isCommand)

  useEffect(() => {
    if (replyTo) input.current?.focus()
  }, [replyTo, input])

  async function submit(): Promise<void> {
    if (!canSend) return
    setError(undefined)
    setBusy(true)
    const command = parseCommand(text)
    // The list shows the message at once. The text returns if the server refuses it.
    setText('')
    const outcome =
      command.kind === 'message' ? await store.send(command.text, replyTo) : await runCommand(command, calls)
    setBusy(false)
    if (!outcome.ok) {
      setText(text)
      // A countdown says it better than a sentence with the number of seconds from before.
      if (!('mustWait' in outcome)) setError(outcome.message)
    } else {
      onReplyEnd()
      if ('message' in outcome && outcome.message !== '') toast(outcome.message)
    }
    // The keyboard would come in the place of the emotes.
    if (!isPicking || !matchMedia(phone).matches) input.current?.focus()
  }

  function togglePicker(): void {
    setPicking(!isPicking)
    if (!matchMedia(phone).matches) return
    if (isPicking) input.current?.focus()
    else input.current?.blur()
  }

  function onKey(event: KeyboardEvent): void {
    // Enter also confirms a choice in an input method.
    if (event.nativeEvent.isComposing || completion.onKey(event)) return
    if (event.key === 'Escape' && replyTo) onReplyEnd()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void submit()
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {error && <ErrorMessage id={errorId}>{error}</ErrorMessage>}
      {replyTo && (
        <div className={styles.reply}>
          <span className={styles.replyText}>
            <span>
              {chatTexts.replyToStart} <strong>@{replyTo.username}</strong>:
            </span>{' '}
            <bdi>{replyTo.message}</bdi>
          </span>
          <IconButton label={chatTexts.cancelReply} onClick={onReplyEnd}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </div>
      )}
      {completion.open && (
        <CompletionList
          id={listId}
          completion={completion.open}
          active={completion.active}
          onChoose={completion.choose}
        />
      )}
      {isPicking && <EmotePicker draft={draft} onClose={() => setPicking(false)} />}
      {waitSeconds > 0 && !isCommand && (
        <p className={styles.wait} role="timer">
          <Hourglass size={14} aria-hidden="true" />
          {state.config?.slowMode ? chatTexts.slowModeWait(waitSeconds) : chatTexts.tooFastWait(waitSeconds)}
        </p>
      )}
      <div className={styles.field}>
        <textarea
          ref={input}
          className={styles.input}
          dir="auto"
          rows={1}
          value={text}
          placeholder={chatTexts.placeholder}
          aria-label={chatTexts.message}
          aria-autocomplete="list"
          aria-controls={completion.open ? listId : undefined}
          aria-activedescendant={completion.open ? `${listId}-${completion.active}` : undefined}
          aria-describedby={error ? errorId : undefined}
          // Not `disabled`: that would close the on-screen keyboard after every message.
          aria-disabled={isBusy}
          readOnly={isBusy}
          enterKeyHint="send"
          onChange={(event) => {
            setText(event.target.value)
            setError(undefined)
            completion.update(event.target)
          }}
          onSelect={(event) => completion.update(event.currentTarget)}
          onKeyDown={onKey}
          onFocus={() => setPicking(isPicking && !matchMedia(phone).matches)}
          onBlur={completion.close}
        />
        <IconButton label={chatTexts.emoji} aria-expanded={isPicking} onClick={togglePicker}>
          <Smile size={20} aria-hidden="true" />
          <Keyboard size={20} aria-hidden="true" />
        </IconButton>
        <button
          type="submit"
          className={styles.send}
          disabled={!canSend}
          aria-label={waitSeconds > 0 ? chatTexts.sendIn(waitSeconds) : chatTexts.send}
        >
          {waitSeconds > 0 && !isCommand ? (
            <span className={styles.countdown}>{waitSeconds} s</span>
          ) : (
            <SendHorizontal size={18} aria-hidden="true" />
          )}
        </button>
      </div>
      {length > showLengthFrom && (
        <p className={isTooLong ? styles.tooLong : styles.count}>
          {length} / {limits.chatMessageMaxLength}
        </p>
      )}
    </form>
  )
}
