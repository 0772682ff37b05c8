import { chatLimits } from '@waggle/contract/chat/limits'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ActionOutcome } from '../../../lib/chat-room/moderation-calls.ts'
import { useDialogAction } from '../../../lib/chat-room/use-dialog-action.ts'
import { chatModerationTexts } from '../../../texts/chat/chat-moderation.ts'
import { moderationTexts as texts } from '../../../texts/streamer/moderation.ts'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Modal } from '../../../ui/surfaces/modal.tsx'
import styles from '../moderation.module.css'

/** Asks for confirmation and a reason before a ban or timeout. `children` are shown above the reason. */
export function RestrictDialog({
  title,
  verb,
  isDestructive = false,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  verb: string
  /** Makes the button red. */
  isDestructive?: boolean
  onConfirm: (reason: string) => Promise<ActionOutcome>
  onClose: () => void
  children: ReactNode
}) {
  const [reason, setReason] = useState('')
  const { isBusy, failure, run } = useDialogAction(onClose)

  function submit(event: FormEvent): void {
    event.preventDefault()
    void run(() => onConfirm(reason.trim()))
  }

  return (
    <Modal title={title} canClose={!isBusy} onClose={onClose}>
      <form className={styles.dialog} onSubmit={submit}>
        {children}
        <Field label={texts.reason}>
          {(control) => (
            <input
              {...control}
              value={reason}
              maxLength={chatLimits.reasonMaxLength}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <p className={styles.detail}>{chatModerationTexts.alsoDeletes}</p>
        {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
        <div className={styles.buttons}>
          <Button kind={isDestructive ? 'danger' : 'primary'} type="submit" disabled={isBusy}>
            {verb}
          </Button>
          <Button disabled={isBusy} onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
