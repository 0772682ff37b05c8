import type { ActionReason } from '@waggle/contract/operating/actions'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { reportTexts as texts } from '../../texts/operating/report.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { noComplaint, ReportFields } from './report-fields.tsx'
import type { Reportable } from './reportable.ts'
import styles from './reports.module.css'

/** A report by somebody who is signed in. */
export function ReportForm({
  thing,
  onDone,
  onCancel,
}: {
  thing: Reportable
  onDone: () => void
  onCancel?: () => void
}) {
  const [complaint, setComplaint] = useState(noComplaint)
  const { reason, note } = complaint
  const { run, isBusy, failure } = useSessionMutation({
    send: ({ token, input }: { token: string; input: ActionReason }) =>
      api('report', { body: { ...thing, reason: input, note }, token }),
    failed: texts.failed,
    onDone() {
      toast(texts.sent)
      onDone()
    },
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (reason !== '') run(reason)
  }

  return (
    <form className={styles.dialog} onSubmit={submit}>
      <p>{texts.about}</p>
      <ReportFields complaint={complaint} onChange={setComplaint} />
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={isBusy || reason === ''}>
          {texts.send}
        </Button>
        {onCancel && (
          <Button disabled={isBusy} onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}
