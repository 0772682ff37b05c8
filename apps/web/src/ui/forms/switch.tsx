import { useId } from 'react'
import styles from './switch.module.css'

/** Turns something on and off at once. */
export function Switch({
  label,
  accessibleName = label,
  hint,
  isOn,
  disabled = false,
  onChange,
}: {
  label: string
  /** Begins with the label, and tells it from others with the same one. */
  accessibleName?: string
  hint?: string
  isOn: boolean
  disabled?: boolean
  onChange: (isOn: boolean) => void
}) {
  const hintId = useId()
  return (
    <label className={styles.switch}>
      <span className={styles.text}>
        <span className={styles.label}>{label}</span>
        {hint !== undefined && (
          <span id={hintId} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        aria-label={accessibleName}
        aria-describedby={hint === undefined ? undefined : hintId}
        className={styles.input}
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
