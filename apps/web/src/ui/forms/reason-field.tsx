import { type ActionReason, actionReasons } from '@waggle/contract/operating/actions'
import { reportTexts } from '../../texts/operating/report.ts'
import { suspensionTexts } from '../../texts/operating/suspension.ts'
import { Field } from './field.tsx'

/** Why something is reported, or acted against. Empty until one is chosen: nobody is accused of what happens to stand first. */
export function ReasonField({
  label,
  reason,
  onChange,
}: {
  label: string
  reason: ActionReason | ''
  onChange: (reason: ActionReason) => void
}) {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} required value={reason} onChange={(event) => onChange(event.target.value as ActionReason)}>
          <option value="" disabled>
            {reportTexts.chooseReason}
          </option>
          {actionReasons.map((one) => (
            <option key={one} value={one}>
              {suspensionTexts.reasons[one]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
