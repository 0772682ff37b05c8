import { type ActionReason, actionReasons } from '@waggle/contract/operating/actions'
import { operatingLimits } from '@waggle/contract/operating/limits'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { reportTexts as texts } from '../../texts/operating/report.ts'
import { suspensionTexts } from '../../texts/operating/suspension.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import type { Reportable } from './reportable.ts'
import styles from './reports.module.css'

/** Asks what is wrong with a broadcast, a replay or an account, and tells the people who run the site (rule OPERATE-6). */
export function ReportDialog({ thing, onClose }: { thing: Reportable; onClose: () => void }) {
  const [reason, setReason] = useState<ActionReason>('illegal')
  const [note, setNote] = useState('')
  const { run, isBusy, failure } = useSessionMutation({
    send: ({ token }) => api('report', { body: { ...thing, reason, note }, token }),
    failed: texts.failed,
    onDone() {
      toast(texts.sent)
      onClose()
    },
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    run()
  }

  return (
    <Modal title={texts.titles[thing.kind](thing.username)} canClose={!isBusy} onClose={onClose}>
      <form className={styles.dialog} onSubmit={submit}>
        <p>{texts.about}</p>
        <Field label={texts.reason}>
          {(control) => (
            <select {...control} value={reason} onChange={(event) => setReason(event.target.value as ActionReason)}>
              {actionReasons.map((one) => (
                <option key={one} value={one}>
                  {suspensionTexts.reasons[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={texts.note}>
          {(control) => (
            <textarea
              {...control}
              rows={3}
              value={note}
              required={reason === 'other'}
              maxLength={operatingLimits.noteMaxLength}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
        <div className={styles.buttons}>
          <Button kind="primary" type="submit" disabled={isBusy}>
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
