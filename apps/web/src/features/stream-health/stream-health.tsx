import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { streamHealthTexts as texts } from '../../texts/streamer/stream-health.ts'
import { findingText, healthSummary } from './health-rows.ts'
import styles from './stream-health.module.css'
import { useStreamHealth } from './use-stream-health.ts'

/** What is wrong with the video and audio that the server receives, and how to correct it. Hidden while the channel is offline. */
export function StreamHealth({ user }: { user: string }) {
  const { health } = useStreamHealth(user)
  const isOn = health !== undefined && health.state !== 'offline'
  return (
    <section className={styles.alerts} aria-label={texts.title} aria-live="polite" hidden={!isOn}>
      {isOn && health.findings.length === 0 && health.video && (
        <p className={styles.ok}>
          <CircleCheck size={18} aria-hidden="true" />
          <span className={styles.summary}>{texts.good(healthSummary(health))}</span>
        </p>
      )}
      {isOn &&
        health.findings.map((finding) => (
          <p key={finding.problem} className={`${styles.alert} ${styles[finding.severity]}`}>
            {finding.severity === 'error' ? (
              <CircleAlert size={18} aria-hidden="true" />
            ) : (
              <TriangleAlert size={18} aria-hidden="true" />
            )}
            {findingText(finding)}
          </p>
        ))}
    </section>
  )
}
