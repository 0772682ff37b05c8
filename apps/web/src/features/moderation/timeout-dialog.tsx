import { chatLimits } from '@waggle/contract/chat-limits'
import { limits } from '@waggle/contract/limits'
import { type FormEvent, useState } from 'react'
import { moderationTexts as texts } from '../../texts/moderation.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Field } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './moderation.module.css'
import type { Outcome } from './moderation-store.ts'

/** Asks for seconds; an empty answer cancels (spec section 5). */
export function TimeoutDialog({
  username,
  onTimeout,
  onClose,
}: {
  username: string
  onTimeout: (seconds: number, reason: string) => Promise<Outcome>
  onClose: () => void
}) {
  const [typed, setTyped] = useState(String(limits.timeoutDashboardDefaultSeconds))
  const [reason, setReason] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (typed.trim() === '') return onClose()
    const seconds = Number.parseInt(typed, 10)
    if (!(seconds >= 1 && seconds <= chatLimits.timeoutMaxSeconds)) return setWrong(true)
    setBusy(true)
    setFailure(undefined)
    const { ok, message } = await onTimeout(seconds, reason.trim())
    setBusy(false)
    if (!ok) return setFailure(message)
    if (message !== '') toast(message)
    onClose()
  }

  return (
    <Modal title={texts.timeoutTitle(username)} canClose={!isBusy} onClose={onClose}>
      <form className={styles.dialog} onSubmit={(event) => void submit(event)}>
        <Field label={texts.timeoutSeconds} hint={texts.timeoutHint}>
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              value={typed}
              maxLength={10}
              onChange={(event) => {
                setTyped(event.target.value)
                setWrong(false)
              }}
            />
          )}
        </Field>
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
        {isWrong && <ErrorMessage>{texts.timeoutWrong(chatLimits.timeoutMaxSeconds)}</ErrorMessage>}
        {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
        <div className={styles.buttons}>
          <Button kind="primary" type="submit" disabled={isBusy}>
            {texts.timeout}
          </Button>
          <Button disabled={isBusy} onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
