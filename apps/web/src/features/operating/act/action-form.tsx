import type { SentBody } from '@waggle/contract/endpoints'
import { type ActionKind, type ActionReason, isLasting } from '@waggle/contract/operating/actions'
import { operatingLimits } from '@waggle/contract/operating/limits'
import type { ReportedThing } from '@waggle/contract/operating/review-endpoints'
import { type FormEvent, useId, useState } from 'react'
import { formatDateTime } from '../../../lib/format/format.ts'
import { previewTexts } from '../../../texts/operating/action-preview.ts'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import { reportTexts } from '../../../texts/operating/report.ts'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { ReasonField } from '../../../ui/forms/reason-field.tsx'
import styles from '../operating.module.css'
import own from './act-dialog.module.css'
import { ActionPreview, usePreview } from './action-preview.tsx'

const oneDay = '1440'

/** What the chosen action will do, and the fields for why and for how long. What was written stays when another one is chosen. */
export function ActionForm({
  kind,
  effectId,
  username,
  thing,
  message: written,
  isBusy,
  failure,
  onSend,
  onCancel,
}: {
  kind: ActionKind
  effectId: string
  username: string
  thing: ReportedThing | undefined
  /** The message that it was opened from, in whose chat. */
  message: { channel: string; messageId: string } | undefined
  isBusy: boolean
  failure: string | undefined
  onSend: (action: SentBody<'takeSiteAction'>) => void
  onCancel: () => void
}) {
  const whyId = useId()
  const [reason, setReason] = useState<ActionReason | ''>(thing?.reports[0]?.reason ?? '')
  const [statement, setStatement] = useState('')
  const [note, setNote] = useState('')
  const [closesReport, setClosesReport] = useState(true)
  const [chosenMinutes, setMinutes] = useState(oneDay)
  const [chosenAddress, setAddress] = useState<string>()
  const [isNetwork, setNetwork] = useState(false)
  const isAddress = kind === 'forbid-address'
  // An address is forbidden for a time.
  const minutes = isAddress && chosenMinutes === '' ? oneDay : chosenMinutes
  const message = kind === 'remove-message' ? (written ?? messageOf(thing)) : {}
  const { data: known } = usePreview(kind, username, { ...message, isNetwork: false })
  const address = isAddress ? (chosenAddress ?? known?.addresses[0]?.address) : undefined
  const actedOn = { ...message, ...(address !== undefined && { address }), isNetwork }
  const { data: preview } = usePreview(kind, username, actedOn)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (reason === '') return
    onSend({
      ...{ kind, username, reason, note, statement, ...actedOn },
      ...(thing?.streamId != null && { streamId: thing.streamId }),
      ...(thing && { reportId: thing.id, closesReport }),
      minutes: isLasting(kind) && minutes !== '' ? Number(minutes) : null,
    })
  }

  return (
    <form className={own.form} onSubmit={submit}>
      <div>
        <h3>{texts.choices[kind]}</h3>
        <p id={effectId} className={styles.hint}>
          {texts.effects[kind]}
        </p>
      </div>
      {isAddress && known !== undefined && known.addresses.length > 0 && (
        <>
          <Field label={previewTexts.address}>
            {(control) => (
              <select {...control} value={address} onChange={(event) => setAddress(event.target.value)}>
                {known.addresses.map((one) => (
                  <option key={one.address} value={one.address}>
                    {previewTexts.seenAt(one.address, formatDateTime(one.lastSeenAt))}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <label className="check">
            <input type="checkbox" checked={isNetwork} onChange={(event) => setNetwork(event.target.checked)} />
            {previewTexts.network(known.addresses.find((one) => one.address === address)?.network ?? '')}
          </label>
        </>
      )}
      <ActionPreview kind={kind} preview={preview} />
      <div className={own.pair}>
        {isLasting(kind) && (
          <Field label={texts.duration}>
            {(control) => (
              <select {...control} value={minutes} onChange={(event) => setMinutes(event.target.value)}>
                {Object.entries(texts.durations).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
                {kind !== 'end-broadcast' && !isAddress && <option value="">{texts.untilUndone}</option>}
              </select>
            )}
          </Field>
        )}
        <ReasonField label={texts.reason} reason={reason} onChange={setReason} />
      </div>
      <Field label={texts.statement} hint={texts.statementHint}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={statement}
            required={reason === 'other'}
            maxLength={operatingLimits.noteMaxLength}
            onChange={(event) => setStatement(event.target.value)}
          />
        )}
      </Field>
      <Field label={texts.note} aside={texts.noteHint}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            value={note}
            maxLength={operatingLimits.noteMaxLength}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      {thing && (
        <label className="check">
          <input type="checkbox" checked={closesReport} onChange={(event) => setClosesReport(event.target.checked)} />
          {texts.closesReport}
        </label>
      )}
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <div className={own.decide}>
        <Button
          kind="danger"
          type="submit"
          disabled={isBusy || reason === '' || (isAddress && address === undefined)}
          aria-describedby={reason === '' ? whyId : undefined}
        >
          {texts.choices[kind]}
        </Button>
        <Button disabled={isBusy} onClick={onCancel}>
          {texts.cancel}
        </Button>
        {reason === '' && (
          <span id={whyId} className={styles.hint}>
            {reportTexts.reasonFirst}
          </span>
        )}
      </div>
    </form>
  )
}

function messageOf(thing: ReportedThing | undefined): { channel?: string; messageId?: string } {
  if (thing?.channel == null || thing.messageId == null) return {}
  return { channel: thing.channel, messageId: thing.messageId }
}
