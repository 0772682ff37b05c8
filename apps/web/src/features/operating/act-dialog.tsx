import {
  type ActionKind,
  type ActionReason,
  actionKinds,
  actionReasons,
  isLasting,
} from '@waggle/contract/operating/actions'
import { operatingLimits } from '@waggle/contract/operating/limits'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { operatingTexts as texts } from '../../texts/operating/console.ts'
import { suspensionTexts } from '../../texts/operating/suspension.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './operating.module.css'

interface ActDialogProps {
  username: string
  isLive: boolean
  onDone: () => void
  onClose: () => void
}

/** Asks what to do against an account, says what that will do, and why and for how long (rule OPERATE-3). */
export function ActDialog({ username, isLive, onDone, onClose }: ActDialogProps) {
  // A replay is removed from its own page.
  const kinds = actionKinds.filter((kind) => kind !== 'remove-replay' && (isLive || kind !== 'end-broadcast'))
  const [kind, setKind] = useState<ActionKind>(kinds[0] ?? 'suspend-account')
  const [reason, setReason] = useState<ActionReason>('illegal')
  const [note, setNote] = useState('')
  const [minutes, setMinutes] = useState('1440')
  const { run, isBusy, failure } = useSessionMutation({
    send: ({ token }) =>
      api('takeSiteAction', {
        body: { kind, username, reason, note, minutes: isLasting(kind) && minutes !== '' ? Number(minutes) : null },
        token,
      }),
    failed: texts.actFailed,
    onDone() {
      toast(texts.done)
      onDone()
      onClose()
    },
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    run()
  }

  return (
    <Modal title={texts.actOn(username)} canClose={!isBusy} onClose={onClose}>
      <form className={styles.dialog} onSubmit={submit}>
        <fieldset className={styles.choices}>
          <legend className={styles.hint}>{texts.what}</legend>
          {kinds.map((one) => (
            <label key={one} className={styles.choice}>
              <input type="radio" name="kind" value={one} checked={kind === one} onChange={() => setKind(one)} />
              <span>
                {texts.choices[one]}
                {kind === one && <span className={`${styles.hint} ${styles.effect}`}>{texts.effects[one]}</span>}
              </span>
            </label>
          ))}
        </fieldset>
        {isLasting(kind) && (
          <Field label={texts.duration}>
            {(control) => (
              <select {...control} value={minutes} onChange={(event) => setMinutes(event.target.value)}>
                {Object.entries(texts.durations).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
                {kind !== 'end-broadcast' && <option value="">{texts.untilUndone}</option>}
              </select>
            )}
          </Field>
        )}
        <Field label={texts.reason} hint={texts.reasonHint}>
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
        <Field label={texts.note} hint={texts.noteHint}>
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
          <Button kind="danger" type="submit" disabled={isBusy}>
            {texts.choices[kind]}
          </Button>
          <Button disabled={isBusy} onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
