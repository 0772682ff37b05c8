import { useQueryClient } from '@tanstack/react-query'
import type { MyAdmission } from '@waggle/contract/admission/endpoints'
import { admissionLimits } from '@waggle/contract/admission/limits'
import { invitationInHash } from '@waggle/contract/pages/page-addresses'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { myAdmissionTexts as texts } from '../../texts/admission/my-admission.ts'
import { refusalText } from '../../texts/contract/errors.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import styles from './admission.module.css'
import { myAdmissionKey } from './use-my-admission.ts'

/** Says why the user may not broadcast, and lets whoever may ask for it ask (rules ADMIT-1, ADMIT-2). */
export function NotAdmitted({ user, admission }: { user: string; admission: MyAdmission }) {
  const { refusal, canAsk, request } = admission
  if (refusal === null) return null
  // Its sentence sends the streamer to this page.
  const isByApproval = refusal.code === 'approval_required'
  return (
    <Panel title={isByApproval ? texts.heading : texts.notNow}>
      <p className={styles.text}>{isByApproval ? texts.byApproval : refusalText(refusal.code, refusal.message)}</p>
      {request?.state === 'declined' && <p className={styles.text}>{texts.declined}</p>}
      {request?.state === 'open' && (
        <>
          <p className={styles.text}>{texts.askedText(formatDateTime(request.requestedAt))}</p>
          {request.text !== '' && <blockquote className={styles.quote}>{request.text}</blockquote>}
        </>
      )}
      {canAsk && <RequestForm user={user} />}
    </Panel>
  )
}

function RequestForm({ user }: { user: string }) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const { run, isBusy, failure } = useSessionMutation({
    send: ({ token }) => api('requestAdmission', { body: { text }, token }),
    failed: texts.askFailed,
    onSettled: () => void queries.invalidateQueries({ queryKey: myAdmissionKey(user) }),
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    run()
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label={texts.askText}>
        {(control) => (
          <textarea
            {...control}
            rows={4}
            value={text}
            maxLength={admissionLimits.requestMaxLength}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <div>
        {/* Whoever is invited has something better to do. */}
        <Button kind={invitationInHash(location.hash) ? 'secondary' : 'primary'} type="submit" disabled={isBusy}>
          {texts.ask}
        </Button>
      </div>
    </form>
  )
}
