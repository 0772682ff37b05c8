import type { ActionReason } from '@waggle/contract/operating/actions'
import { operatingLimits } from '@waggle/contract/operating/limits'
import { reportTexts as texts } from '../../texts/operating/report.ts'
import { Field } from '../../ui/forms/field.tsx'
import { ReasonField } from '../../ui/forms/reason-field.tsx'

/** What is wrong, in the words of whoever reports it. */
export interface Complaint {
  /** Empty until one is chosen. */
  reason: ActionReason | ''
  note: string
}

export const noComplaint: Complaint = { reason: '', note: '' }

export function ReportFields({
  complaint: { reason, note },
  onChange,
}: {
  complaint: Complaint
  onChange: (complaint: Complaint) => void
}) {
  return (
    <>
      <ReasonField label={texts.reason} reason={reason} onChange={(chosen) => onChange({ reason: chosen, note })} />
      <Field label={texts.note}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={note}
            required={reason === 'other'}
            maxLength={operatingLimits.noteMaxLength}
            onChange={(event) => onChange({ reason, note: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
