import { type ActionKind, type ActionReason, actionKinds, isLasting } from '@waggle/contract/operating/actions'
import { operatingLimits } from '@waggle/contract/operating/limits'
import type { ReportKind } from '@waggle/contract/operating/reported-thing'
import type { ReportedThing } from '@waggle/contract/operating/review-endpoints'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { previewTexts } from '../../texts/operating/action-preview.ts'
import { operatingTexts as texts } from '../../texts/operating/console.ts'
import { reportTexts } from '../../texts/operating/report.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { ReasonField } from '../../ui/forms/reason-field.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import own from './act-dialog.module.css'
import { ActionPreview, usePreview } from './action-preview.tsx'
import styles from './operating.module.css'

interface ActDialogProps {
  username: string
  isLive: boolean
  /** The reported thing that leads to it. */
  thing?: ReportedThing | undefined
  /** The message that it was opened from, in whose chat. */
  message?: { channel: string; messageId: string } | undefined
  onDone: () => void
  onClose: () => void
}

/** Asks what to do against an account, says what that will do, and why and for how long (rule OPERATE-3). */
export function ActDialog({ username, isLive, thing, message: written, onDone, onClose }: ActDialogProps) {
  const concerned = written ? 'message' : thing?.kind
  const kinds = actionKinds.filter((kind) => isPossible(kind, isLive, concerned))
  const id = useId()
  const [kind, setKind] = useState<ActionKind>(written ? 'remove-message' : (kinds[0] ?? 'suspend-account'))
  const [reason, setReason] = useState<ActionReason | ''>(thing?.reports[0]?.reason ?? '')
  const [statement, setStatement] = useState('')
  const [chosenAddress, setAddress] = useState<string>()
  const [isNetwork, setNetwork] = useState(false)
  const isAddress = kind === 'forbid-address'
  const message = kind === 'remove-message' ? (written ?? messageOf(thing)) : {}
  const { data: known } = usePreview(kind, username, { ...message, isNetwork: false })
  const address = isAddress ? (chosenAddress ?? known?.addresses[0]?.address) : undefined
  const actedOn = { ...message, ...(address !== undefined && { address }), isNetwork }
  const { data: preview } = usePreview(kind, username, actedOn)
  const [note, setNote] = useState('')
  const [closesReport, setClosesReport] = useState(true)
  const [minutes, setMinutes] = useState('1440')
  const { run, isBusy, failure } = useSessionMutation({
    send: ({ token, input }: { token: string; input: ActionReason }) =>
      api('takeSiteAction', {
        body: {
          ...{ kind, username, reason: input, note, statement, ...actedOn },
          ...(thing?.streamId != null && { streamId: thing.streamId }),
          ...(thing && { reportId: thing.id, closesReport }),
          minutes: isLasting(kind) && minutes !== '' ? Number(minutes) : null,
        },
        token,
      }),
    failed: texts.actFailed,
    onDone() {
      toast(texts.done)
      onDone()
      onClose()
    },
  })

  function choose(one: ActionKind): void {
    setKind(one)
    // An address is forbidden for a time.
    if (one === 'forbid-address' && minutes === '') setMinutes('1440')
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (reason !== '') run(reason)
  }

  return (
    <Modal title={texts.actOn(username)} isWide canClose={!isBusy} onClose={onClose}>
      <form className={own.form} onSubmit={submit}>
        <fieldset className={own.kinds}>
          <legend className={styles.hint}>{texts.what}</legend>
          {kinds.map((one) => (
            <label key={one} className={own.kind}>
              <input
                type="radio"
                name="kind"
                value={one}
                checked={kind === one}
                aria-describedby={kind === one ? `${id}effect` : undefined}
                onChange={() => choose(one)}
              />
              {texts.choices[one]}
            </label>
          ))}
        </fieldset>
        <div className={styles.dialog}>
          <p id={`${id}effect`} className={styles.hint}>
            {texts.effects[kind]}
          </p>
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
          <ReasonField label={texts.reason} hint={texts.reasonHint} reason={reason} onChange={setReason} />
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
          <Field label={texts.note} hint={texts.noteHint}>
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
              <input
                type="checkbox"
                checked={closesReport}
                onChange={(event) => setClosesReport(event.target.checked)}
              />
              {texts.closesReport}
            </label>
          )}
          {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
        </div>
        <div className={own.decide}>
          <Button
            kind="danger"
            type="submit"
            disabled={isBusy || reason === '' || (isAddress && address === undefined)}
            aria-describedby={reason === '' ? `${id}why` : undefined}
          >
            {texts.choices[kind]}
          </Button>
          <Button disabled={isBusy} onClick={onClose}>
            {texts.cancel}
          </Button>
          {reason === '' && (
            <span id={`${id}why`} className="visually-hidden">
              {reportTexts.chooseReason}
            </span>
          )}
        </div>
      </form>
    </Modal>
  )
}

/** What is removed is named by the report of it, or by the place that the dialog was opened from. */
function isPossible(kind: ActionKind, isLive: boolean, concerned: ReportKind | undefined): boolean {
  if (kind === 'remove-replay') return concerned === 'replay'
  if (kind === 'remove-clip') return concerned === 'clip'
  if (kind === 'remove-message') return concerned === 'message'
  return isLive || kind !== 'end-broadcast'
}

function messageOf(thing: ReportedThing | undefined): { channel?: string; messageId?: string } {
  if (thing?.channel == null || thing.messageId == null) return {}
  return { channel: thing.channel, messageId: thing.messageId }
}
