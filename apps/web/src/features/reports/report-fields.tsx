import { type ActionReason, actionReasons } from '@waggle/contract/operating/actions'
import { operatingLimits } from '@waggle/contract/operating/limits'
import { reportTexts as texts } from '../../texts/operating/report.ts'
import { suspensionTexts } from '../../texts/operating/suspension.ts'
import { Field } from '../../ui/forms/field.tsx'

/** What is wrong, in the words of whoever reports it. */
export interface Complaint {
  reason: ActionReason
  note: string
}

export const noComplaint: Complaint = { reason: 'illegal', note: '' }

export function ReportFields({
  complaint: { reason, note },
  onChange,
}: {
  complaint: Complaint
  onChange: (complaint: Complaint) => void
}) {
  return (
    <>
      <Field label={texts.reason}>
        {(control) => (
          <select
            {...control}
            value={reason}
            onChange={(event) => onChange({ reason: event.target.value as ActionReason, note })}
          >
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
            onChange={(event) => onChange({ reason, note: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
