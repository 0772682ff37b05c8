import { limits } from '@waggle/contract/limits'
import { Ban, Clock, ShieldMinus, ShieldPlus, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { ActionOutcome } from '../../../lib/chat-room/moderation-calls.ts'
import { TimeoutPresets } from '../../../lib/chat-room/timeout-presets.tsx'
import { shortDuration } from '../../../lib/format/short-duration.ts'
import { chatTexts } from '../../../texts/chat/chat.ts'
import { chatModerationTexts as texts } from '../../../texts/chat/chat-moderation.ts'
import { Button } from '../../../ui/forms/button.tsx'
import type { ChatView } from '../use-chat.ts'
import { useRestriction } from './use-restriction.ts'
import styles from './user-card.module.css'

/** What a moderator can do about a user: time out, ban or, where the user is restricted, lift that; and, as the owner, make moderator. */
export function UserModeration({
  username,
  isModerator,
  chat: { channel, calls, role },
  isBusy,
  run,
}: {
  username: string
  isModerator: boolean
  chat: ChatView
  isBusy: boolean
  run: (action: () => Promise<ActionOutcome>) => Promise<void>
}) {
  const secondsId = useId()
  const [seconds, setSeconds] = useState(String(limits.timeoutDefaultSeconds))
  const [isOther, setOther] = useState(false)
  const [isConfirmingBan, setConfirmingBan] = useState(false)
  const restriction = useRestriction(channel, username)
  const timeoutSeconds = Number.parseInt(seconds, 10)
  return (
    <div className={styles.moderation}>
      {restriction && (
        <div className={styles.restriction}>
          <p>{chatTexts.restricted[restriction]}</p>
          <Button disabled={isBusy} onClick={() => void run(() => calls.unban(username))}>
            <Undo2 size={16} aria-hidden="true" />
            {chatTexts.unban}
          </Button>
        </div>
      )}
      <TimeoutPresets
        seconds={seconds}
        isOther={isOther}
        onChoose={(chosen) => {
          setSeconds(chosen)
          setOther(false)
        }}
        onOther={() => setOther(true)}
      />
      {isOther && (
        <div className={styles.other}>
          <label htmlFor={secondsId}>{texts.timeoutSeconds}</label>
          <input
            id={secondsId}
            className={styles.seconds}
            inputMode="numeric"
            maxLength={10}
            // biome-ignore lint/a11y/noAutofocus: the press that opened it asks for a number
            autoFocus
            value={seconds}
            onChange={(event) => setSeconds(event.target.value)}
          />
        </div>
      )}
      <div className={styles.buttons}>
        <Button
          disabled={isBusy || !(timeoutSeconds >= 1)}
          onClick={() => void run(() => calls.timeOut(username, timeoutSeconds))}
        >
          <Clock size={16} aria-hidden="true" />
          {texts.timeOutFor(shortDuration((timeoutSeconds || 0) * 1000))}
        </Button>
        {role === 'owner' &&
          (isModerator ? (
            <Button disabled={isBusy} onClick={() => void run(() => calls.removeModerator(username))}>
              <ShieldMinus size={16} aria-hidden="true" />
              {chatTexts.removeModerator}
            </Button>
          ) : (
            <Button disabled={isBusy} onClick={() => void run(() => calls.addModerator(username))}>
              <ShieldPlus size={16} aria-hidden="true" />
              {chatTexts.addModerator}
            </Button>
          ))}
      </div>
      {isConfirmingBan ? (
        <div ref={takeFocus} tabIndex={-1} className={styles.confirm} role="alertdialog" aria-label={chatTexts.ban}>
          <p>
            {chatTexts.banQuestion(username)} {texts.alsoDeletes}
          </p>
          <div className={styles.buttons}>
            <Button kind="danger" disabled={isBusy} onClick={() => void run(() => calls.ban(username))}>
              {chatTexts.banUser(username)}
            </Button>
            <Button onClick={() => setConfirmingBan(false)}>{chatTexts.cancel}</Button>
          </div>
        </div>
      ) : (
        restriction !== 'ban' && (
          <div className={styles.last}>
            <Button kind="cautious" disabled={isBusy} onClick={() => setConfirmingBan(true)}>
              <Ban size={16} aria-hidden="true" />
              {chatTexts.ban}
            </Button>
          </div>
        )
      )}
    </div>
  )
}

/** The question replaces the button that had the focus, and in a low window it is below what fits into the card. */
function takeFocus(question: HTMLElement | null): void {
  question?.focus()
}
