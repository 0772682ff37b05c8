import type { Statement } from '@waggle/contract/operating/appeal-endpoints'
import { operatingLimits } from '@waggle/contract/operating/limits'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { kindTexts } from '../../texts/operating/kinds.ts'
import { statementTexts as texts } from '../../texts/operating/statement.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './reports.module.css'

/** Says why a decision is wrong (rule OPERATE-11). */
export function AppealDialog({
  statement: { actionId, kind },
  onDone,
  onClose,
}: {
  statement: Statement
  onDone: () => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const { run, isBusy, failure } = useSessionMutation({
    send: ({ token }) => api('appeal', { params: { actionId }, body: { text }, token }),
    failed: texts.failed,
    onDone() {
      toast(texts.sent)
      onClose()
    },
    onSettled: onDone,
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    run()
  }

  return (
    <Modal title={texts.appealNamed(kindTexts[kind])} canClose={!isBusy} onClose={onClose}>
      <form className={styles.dialog} onSubmit={submit}>
        <Field label={texts.appealText}>
          {(control) => (
            <textarea
              {...control}
              rows={5}
              required
              value={text}
              maxLength={operatingLimits.noteMaxLength}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
        <div className={styles.buttons}>
          <Button kind="primary" type="submit" disabled={isBusy || text.trim() === ''}>
            {texts.send}
          </Button>
          <Button disabled={isBusy} onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
