import styles from './spinner.module.css'

/** `label` is for screen readers; without it the spinner is a decoration of the text beside it. */
export function Spinner({ label, size = 20 }: { label?: string; size?: number }) {
  const ring = <span className={styles.spinner} style={{ width: size, height: size }} aria-hidden="true" />
  if (label === undefined) return ring
  return (
    <span role="status" className={styles.status}>
      {ring}
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
