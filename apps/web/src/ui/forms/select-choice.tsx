import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './select-choice.module.css'

/** A search field, and the selects beside it that narrow and order what it finds. */
export function SearchLine({ field, children }: { field: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.line}>
      {field}
      <div className={styles.choices}>{children}</div>
    </div>
  )
}

/** A select. On a phone what opens it is its sign or, where several stand in a line, what is chosen. */
export function SelectChoice<Value extends string>({
  label,
  isLabelled = false,
  word,
  icon,
  value,
  options,
  onChange,
}: {
  label: string
  /** Its options alone do not say what it is. */
  isLabelled?: boolean
  /** What a phone shows in the place of the first option, which chooses nothing. */
  word?: string
  icon: ReactNode
  value: Value
  options: readonly (readonly [value: Value, name: string])[]
  onChange: (value: Value) => void
}) {
  return (
    <label className={styles.choice}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.chosen} aria-hidden="true">
        {word !== undefined && value === options[0]?.[0] ? word : options.find(([each]) => each === value)?.[1]}
      </span>
      <ChevronDown className={styles.arrow} size={16} aria-hidden="true" />
      <span className={isLabelled ? styles.label : 'visually-hidden'}>{label}</span>
      <select className={styles.select} value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
