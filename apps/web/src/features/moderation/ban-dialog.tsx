import { chatLimits } from '@waggle/contract/chat-limits'
import { type FormEvent, useState } from 'react'
import { moderationTexts as texts } from '../../texts/moderation.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import styles from './moderation.module.css'

/** Asks before a ban (spec section 5). */
export function BanDialog({
  username,
  onBan,
  onClose,
}: {
  username: string
  /** Whether it was done. */
  onBan: (reason: string) => Promise<boolean>
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    if (await onBan(reason.trim())) onClose()
    else setBusy(false)
  }

  return (
    <Modal title={texts.banTitle} canClose={!isBusy} onClose={onClose}>
      <form className={styles.dialog} onSubmit={(event) => void submit(event)}>
        <p>{texts.banQuestion(username)}</p>
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
        <div className={styles.buttons}>
          <Button kind="primary" type="submit" disabled={isBusy}>
            {texts.ban}
          </Button>
          <Button disabled={isBusy} onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
