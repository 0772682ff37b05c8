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

export interface LogSearch {
  words: string
  /** Empty: all of them. */
  kind: LoggedKind | ''
}

const groups = [
  ['actions', actionKinds],
  ['admission', admissionKinds],
  ['review', reviewKinds],
  ['settings', settingKinds],
  ['appointments', appointmentKinds],
] as const

/** What the log is searched for. */
export function LogFilter({ search, onChange }: { search: LogSearch; onChange: (search: LogSearch) => void }) {
  return (
    <search className={styles.filter}>
      <SearchField
        label={texts.searchLog}
        placeholder={texts.searchLogHint}
        maxLength={operatingLimits.soughtMaxLength}
        value={search.words}
        onChange={(words) => onChange({ ...search, words })}
      />
      <select
        className={styles.kind}
        aria-label={texts.kind}
        value={search.kind}
        onChange={({ target }) => onChange({ ...search, kind: target.value as LogSearch['kind'] })}
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
