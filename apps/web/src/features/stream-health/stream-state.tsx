import { watchPath } from '@waggle/contract/pages/page-addresses'
import { KeyRound, RadioTower } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { streamHealthTexts as texts } from '../../texts/streamer/stream-health.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { buttonClass } from '../../ui/forms/button.tsx'
import styles from './stream-health.module.css'
import { useStreamHealth } from './use-stream-health.ts'

/** The id of the part of the page that has the check of the signal. */
export const signalId = 'signal'

/** Whether the user is live, or what is awaited, and the way to what is wrong with the signal. It stands at the top of the page and stays in view (rule KEY-9). */
export function StreamState({
  user,
  hasKey,
  children,
}: {
  user: string
  /** The page has generated a key; one from before is not known to it. */
  hasKey: boolean
  /** Beside the way to the channel, while it is live: what is next. */
  children: ReactNode
}) {
  const { health, isFailed } = useStreamHealth(user)
  const state = health?.state
  const isKeyNext = state === 'offline' && !hasKey
  return (
    <div className={styles.top} data-next={isKeyNext || undefined}>
      {isFailed && <ErrorMessage>{texts.checkFailed}</ErrorMessage>}
      {!health && !isFailed && <Spinner label={texts.loading} />}
      <div className={styles.state} role="status" data-state={state}>
        {state === 'live' && (
          <>
            <RadioTower size={22} aria-hidden="true" />
            <span className={styles.said}>
              <strong>{texts.live}</strong>
              {health && health.findings.length > 0 && (
                <a className={styles.problems} href={`#${signalId}`}>
                  {texts.problemCount(health.findings.length)}
                </a>
              )}
            </span>
            <Link href={watchPath(user)} className={buttonClass('secondary')}>
              {texts.watch}
            </Link>
            {children}
          </>
        )}
        {state !== undefined && state !== 'live' && (
          <>
            {isKeyNext ? <KeyRound size={20} aria-hidden="true" /> : <Spinner size={20} />}
            <span className={styles.said}>
              <strong>{isKeyNext ? texts.keyNext : state === 'offline' ? texts.waiting : texts[state]}</strong>
              {state === 'offline' && (
                <span className={styles.stateHelp}>{isKeyNext ? texts.keyNextHelp : texts.waitingHelp}</span>
              )}
            </span>
          </>
        )}
      </div>
    </div>
  )
}
