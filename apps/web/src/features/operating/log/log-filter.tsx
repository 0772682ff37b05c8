import {
  actionKinds,
  admissionKinds,
  appointmentKinds,
  type LoggedKind,
  reviewKinds,
  settingKinds,
} from '@waggle/contract/operating/actions'
import { operatingLimits } from '@waggle/contract/operating/limits'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import { kindTexts } from '../../../texts/operating/kinds.ts'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import styles from './log.module.css'

const groups = [
  ['actions', actionKinds],
  ['admission', admissionKinds],
  ['review', reviewKinds],
  ['settings', settingKinds],
  ['appointments', appointmentKinds],
] as const

type SoughtKind = LoggedKind | ''

/** The empty one stands for all of them. */
export const soughtKinds: readonly SoughtKind[] = ['', ...groups.flatMap(([, kinds]) => [...kinds])]

/** What the log is searched for. */
export function LogFilter({
  words,
  onType,
  kind: sought,
  onChoose,
}: {
  words: string
  onType: (words: string) => void
  kind: SoughtKind
  onChoose: (kind: SoughtKind) => void
}) {
  return (
    <search className={styles.filter}>
      <SearchField
        label={texts.searchLog}
        placeholder={texts.searchLogHint}
        maxLength={operatingLimits.soughtMaxLength}
        value={words}
        onChange={onType}
      />
      <select
        className={styles.kind}
        aria-label={texts.kind}
        value={sought}
        onChange={({ target }) => onChoose(target.value as SoughtKind)}
      >
        <option value="">{texts.allKinds}</option>
        {groups.map(([name, kinds]) => (
          <optgroup key={name} label={texts.kindGroups[name]}>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindTexts[kind]}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </search>
  )
}
