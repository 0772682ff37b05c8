import { watchPath } from '@waggle/contract/pages/page-addresses'
import type { StreamHealth } from '@waggle/contract/stats/endpoints'
import { CircleAlert, CircleCheck, RadioTower, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { streamHealthTexts as texts } from '../../texts/streamer/stream-health.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { buttonClass } from '../../ui/forms/button.tsx'
import { LiveBadge } from '../../ui/identity/badge.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { type HealthRow, healthRows } from './health-rows.ts'
import styles from './stream-health.module.css'
import { useStreamHealth } from './use-stream-health.ts'

/** Waits for the encoder to connect, then shows a verdict on each measurement. */
export function StreamCheck({ user }: { user: string }) {
  const { health, isFailed } = useStreamHealth(user)
  return (
    <Panel title={texts.check} aside={health?.state === 'live' && <LiveBadge />}>
      {isFailed && <ErrorMessage>{texts.checkFailed}</ErrorMessage>}
      {!health && !isFailed && <Spinner label={texts.loading} />}
      <div className={styles.state} role="status">
        {health && <State health={health} user={user} />}
      </div>
      {health && health.state !== 'offline' && (
        <ul className={styles.rows}>
          {(health.video || health.audio ? healthRows(health) : []).map((row) => (
            <Row key={row.name} {...row} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function State({ health: { state }, user }: { health: StreamHealth; user: string }) {
  if (state === 'live') {
    return (
      <>
        <RadioTower size={22} className={styles.onAir} aria-hidden="true" />
        <strong>{texts.live}</strong>
        <Link href={watchPath(user)} className={buttonClass('secondary')}>
          {texts.watch}
        </Link>
      </>
    )
  }
  return (
    <>
      <Spinner size={20} />
      <span>
        <strong>{state === 'offline' ? texts.waiting : texts[state]}</strong>
        {state === 'offline' && <span className={styles.help}>{texts.waitingHelp}</span>}
      </span>
    </>
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
