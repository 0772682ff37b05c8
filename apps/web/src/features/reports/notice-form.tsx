import { useMutation } from '@tanstack/react-query'
import type { ActionReason } from '@waggle/contract/operating/actions'
import { operatingLimits } from '@waggle/contract/operating/limits'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { reportTexts as texts } from '../../texts/operating/report.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { prove } from './proof/prove.ts'
import { noComplaint, ReportFields } from './report-fields.tsx'
import type { Reportable } from './reportable.ts'
import styles from './reports.module.css'

/** A notice by somebody without an account, with a proof of work (rule OPERATE-7). `onSent` receives the secret of its address. */
export function NoticeForm({ thing, onSent }: { thing: Reportable; onSent: (secret: string) => void }) {
  const [complaint, setComplaint] = useState(noComplaint)
  const { reason, note } = complaint
  const [email, setEmail] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (chosen: ActionReason) => {
      const puzzles = await api('createNoticeChallenge')
      const solution = await prove(puzzles)
      return api('sendNotice', {
        body: { ...thing, reason: chosen, note, email, challenge: puzzles.challenge, solution },
      })
    },
    onSuccess: ({ secret }) => onSent(secret),
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (reason !== '') mutate(reason)
  }

  return (
    <form className={styles.dialog} onSubmit={submit}>
      <p>{texts.aboutNotice}</p>
      <ReportFields complaint={complaint} onChange={setComplaint} />
      <Field label={texts.email} hint={texts.emailHint}>
        {(control) => (
          <input
            {...control}
            type="email"
            autoComplete="email"
            value={email}
            maxLength={operatingLimits.emailMaxLength}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      {error && <ErrorMessage>{errorSentence(error, texts.failed)}</ErrorMessage>}
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={isPending || reason === ''}>
          {isPending && <Spinner size={18} />}
          {texts.sendNotice}
        </Button>
        {isPending && (
          <p className={styles.when} role="status">
            {texts.proving}
          </p>
        )}
      </div>
    </form>
  )
}
