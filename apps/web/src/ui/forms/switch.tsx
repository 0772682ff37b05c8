import { useId } from 'react'
import styles from './switch.module.css'

/** A switch that takes effect immediately. */
export function Switch({
  label,
  accessibleName = label,
  hint,
  isOn,
  disabled = false,
  onChange,
}: {
  label: string
  /** Starts with the label and distinguishes it from other switches with the same label. */
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
