import { streamKeyTexts as texts } from '../../texts/streamer/stream-key.ts'
import styles from './obs-window.module.css'

/** Draws where OBS has the fields: its settings, with the numbers of the steps beside them. */
export function ObsWindow({
  rtmpUrl,
  steps: numbers = [],
}: {
  rtmpUrl?: string | undefined
  steps?: readonly number[]
}) {
  const { steps } = texts
  const fields = [
    [steps.setService[1], steps.setService[3]],
    [steps.setServer[1], rtmpUrl ?? steps.thisSite],
    [steps.pasteKey[1], '•'.repeat(16)],
  ]
  return (
    <div className={styles.window} role="img" aria-label={texts.obsWindow}>
      <p className={styles.title}>{steps.openSettings[1]}</p>
      <div className={styles.parts}>
        <div className={styles.menu}>
          <span className={styles.entry} />
          <span className={styles.chosen}>{steps.openSettings[3]}</span>
          <span className={styles.entry} />
          <span className={styles.entry} />
        </div>
        <div className={styles.fields}>
          {fields.map(([label, value], index) => (
            <div key={label} className={styles.field}>
              {numbers[index] !== undefined && <span className={styles.number}>{numbers[index]}</span>}
              <span className={styles.label}>{label}</span>
              <span className={styles.value}>{value}</span>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
