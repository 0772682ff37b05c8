import styles from './operating.module.css'

/** Which share is used, as a bar; red when nearly all is. Without a label it only illustrates the figure beside it. */
export function UsedBar({ share, label }: { share: number; label?: string }) {
  return (
    <progress
      className={styles.used}
      value={Math.min(1, share)}
      data-full={(label !== undefined && share > nearlyAll) || undefined}
      {...(label === undefined ? { 'aria-hidden': true } : { 'aria-label': label })}
    />
  )
}

const nearlyAll = 0.9
