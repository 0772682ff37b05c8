import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { streamHealthTexts as texts } from '../../texts/streamer/stream-health.ts'
import { type HealthRow, healthRows } from './health-rows.ts'
import styles from './stream-health.module.css'
import { useStreamHealth } from './use-stream-health.ts'

/** A verdict on each measurement of the signal. */
export function StreamCheck({ user }: { user: string }) {
  const { health } = useStreamHealth(user)
  const isMeasured = health !== undefined && health.state !== 'offline' && (health.video || health.audio)
  if (!isMeasured) return <p className={styles.help}>{texts.checkHelp}</p>
  return (
    <ul className={styles.rows} aria-label={texts.check}>
      {healthRows(health).map((row) => (
        <Row key={row.name} {...row} />
      ))}
    </ul>
  )
}

const icons = { ok: CircleCheck, warning: TriangleAlert, error: CircleAlert }

function Row({ name, measured, verdict, sentences }: HealthRow) {
  const Icon = icons[verdict]
  return (
    <li className={styles.row}>
      <Icon size={20} className={styles[`${verdict}Icon`]} role="img" aria-label={texts[verdict]} />
      <span className={styles.name}>{texts.rows[name]}</span>
      <span className={styles.measured}>{measured}</span>
      {sentences.map((sentence) => (
        <p key={sentence} className={styles.sentence}>
          {sentence}
        </p>
      ))}
    </li>
  )
}
