import styles from './operating.module.css'

/** What is in effect against an account. */
export function StateChip({ children }: { children: string }) {
  return <span className={styles.state}>{children}</span>
}
